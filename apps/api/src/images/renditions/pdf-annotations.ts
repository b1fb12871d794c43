import type { PDFiumModule } from '@hyzyla/pdfium'

/** Members that the types of the package omit. */
export type AnnotationsOfPdfium = Awaited<ReturnType<typeof PDFiumModule>> & {
  _FPDFPage_GetAnnotCount: (page: number) => number
  _FPDFPage_GetAnnot: (page: number, index: number) => number
  _FPDFPage_CloseAnnot: (annotation: number) => void
  _FPDFAnnot_GetSubtype: (annotation: number) => number
  _FPDFAnnot_GetFlags: (annotation: number) => number
  _FPDFAnnot_GetAP: (annotation: number, mode: number, buffer: number, length: number) => number
}

/** FreeText, Line, Polygon, PolyLine and Stamp of fpdf_annot.h. PDFium draws the other kinds also without an appearance stream, as
 *  far as other viewers do. It writes one for typed text while it draws a page, but not beside text in the same font. */
const undrawnSubtypes = new Set([3, 4, 7, 8, 13])
/** FPDF_ANNOT_FLAG_HIDDEN and FPDF_ANNOT_FLAG_NOVIEW. */
const invisibleFlags = 0x02 | 0x20
const normalAppearance = 0
/** The end of a text in UTF-16. */
const emptyTextBytes = 2
/** Annotations of a page that are looked at. */
const maxAnnotations = 2_000

/** Whether a page that was drawn has visible annotations that PDFium does not draw, because the document does not contain how
 *  they look. Other viewers invent an appearance.
 *  @param index of the page, 0 for the first */
export function lacksAnnotations(pdfium: AnnotationsOfPdfium, document: number, index: number): boolean {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return false
  const count = Math.min(pdfium._FPDFPage_GetAnnotCount(page), maxAnnotations)
  let isLacking = false
  for (let at = 0; at < count && !isLacking; at += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, at)
    if (annotation === 0) continue
    isLacking =
      undrawnSubtypes.has(pdfium._FPDFAnnot_GetSubtype(annotation)) &&
      (pdfium._FPDFAnnot_GetFlags(annotation) & invisibleFlags) === 0 &&
      pdfium._FPDFAnnot_GetAP(annotation, normalAppearance, 0, 0) <= emptyTextBytes
    pdfium._FPDFPage_CloseAnnot(annotation)
  }
  pdfium._FPDF_ClosePage(page)
  return isLacking
}
