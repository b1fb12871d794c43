/** A page of a test document: its size in points, and its content in PDF operators. */
export interface PdfPage {
  width: number
  height: number
  content: string
}

/** Fills the page with one colour; components from 0 to 1. */
export function filledPage(width: number, height: number, rgb: [number, number, number]): PdfPage {
  return { width, height, content: `${rgb.join(' ')} rg 0 0 ${width} ${height} re f` }
}

/** Writes a PDF of these pages by hand.
 *  @param extra more objects, numbered from `firstExtraObject(pages)` on
 *  @param catalogue more entries of the document's catalogue
 *  @param page more entries of each page
 *  @param fonts more fonts of each page
 *  @param trailer more entries of the trailer */
export function pdfOf(
  pages: readonly PdfPage[],
  {
    extra = [],
    catalogue = '',
    page = '',
    fonts = '',
    trailer = '',
  }: { extra?: string[]; catalogue?: string; page?: string; fonts?: string; trailer?: string } = {},
): Buffer {
  const kids = pages.map((_, at) => `${3 + at * 2} 0 R`).join(' ')
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap(({ width, height, content }, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${4 + at * 2} 0 R ` +
        `/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> ${fonts} >> >> ${page} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    ...extra,
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((body, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}
