/** What file inputs offer. Any file may be dropped or pasted: the server decides which ones it accepts. */
export const imageTypes = 'image/*'
/** Illustrator saves a PDF under its own extension. */
export const pdfTypes = 'application/pdf,.ai'
export const designFileTypes = `${imageTypes},${pdfTypes}`

/** A browser may know no type of a file, and takes one of Illustrator for PostScript. */
export function isPdf({ type, name }: File): boolean {
  return type === 'application/pdf' || /\.ai$/i.test(name) || (type === '' && /\.pdf$/i.test(name))
}

/** Opens the file picker. Browsers allow it only during a press. */
export function pickFiles(types: string, onFiles: (files: File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = types
  input.multiple = true
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    if (files.length > 0) onFiles(files)
  })
  input.click()
}
