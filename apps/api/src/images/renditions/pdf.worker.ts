import { parentPort, workerData } from 'node:worker_threads'
import { PDFiumModule } from '@hyzyla/pdfium'
import { AppError } from '@pinmark/shared/errors'
import { checkedScale } from './sniff'
import { type AnnotationsOfPdfium, lacksAnnotations } from './pdf-annotations'
import { findMissingFonts, readPdfLines, type TextOfPdfium } from './pdf-text'
import {
  listedPictureWidth,
  maxListedPages,
  maxListingMs,
  maxPdfBytes,
  type PdfResult,
  type PdfTask,
  type RawPicture,
} from './pdf'

// A thread of the image worker, for one document. PDFium blocks until it is done, while the main thread
// watches time and memory. PDFium is WebAssembly: it has its own memory and file system, and no access to
// anything else.

/** Members that the types of the package omit. */
type Pdfium = TextOfPdfium &
  AnnotationsOfPdfium & {
    _FPDF_GetPageSizeByIndexF: (document: number, index: number, size: number) => number
    wasmExports: { memory: WasmMemory }
  }

interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow: (pages: number) => number
}

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY of fpdfview.h. */
const lockedErrors = new Set([4, 5])
/** FPDFBitmap_BGRx: four bytes a pixel, the last one unused. */
const fourBytes = 3
/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER: with annotations, and red first. */
const drawingFlags = 0x01 | 0x10
/** FPDF_REVERSE_BYTE_ORDER. */
const formFlags = 0x10
/** sizeof(FPDF_FORMFILLINFO) of fpdf_formfill.h, with room. Its version 2 is for builds with or without XFA. */
const formInfo = { bytes: 256, version: 2 }
const white = 0xffffffff

// The data that `inThread` passes.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const { bytes, task } = workerData as { bytes: Uint8Array; task: PdfTask }
let hasRunOut = false
let form = 0
const result = await answer()
const pictures =
  'drawn' in result ? [result.drawn] : 'pages' in result ? result.pages.map((page) => page.picture) : []
parentPort?.postMessage(
  result,
  pictures.flatMap((picture) => picture?.data.buffer ?? []),
)

async function answer(): Promise<PdfResult> {
  try {
    const pdfium = await loadPdfium()
    const document = openDocument(pdfium)
    form = openForm(pdfium, document)
    const count = pdfium._FPDF_GetPageCount(document)
    if (count < 1) throw new AppError('pdf_not_readable')
    if (task.kind === 'list') return listPages(pdfium, document, count, task.hasPictures)
    const { width, height } = sizeOf(pdfium, document, task.page - 1)
    const drawn = drawPage(pdfium, document, task.page - 1, width, height)
    return {
      drawn,
      missingFonts: findMissingFonts(pdfium, document, task.page - 1),
      lacksAnnotations: lacksAnnotations(pdfium, document, task.page - 1),
      lines: readPdfLines(pdfium, document, task.page - 1, { ...drawn, channels: 3 }),
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    if (error instanceof AppError) return { refused: error.code, detail }
    // PDFium aborts when it cannot continue, usually for lack of memory.
    return { refused: hasRunOut ? 'too_many_pixels' : 'pdf_not_readable', detail }
  }
}

async function loadPdfium(): Promise<Pdfium> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const pdfium = (await PDFiumModule({})) as Pdfium
  limitMemory(pdfium.wasmExports.memory)
  pdfium._FPDF_InitLibraryWithConfig({ version: 2 })
  return pdfium
}

/** Refuses to grow PDFium's memory beyond its limit, at once instead of at the next check. */
function limitMemory(memory: WasmMemory): void {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    hasRunOut ||= memory.buffer.byteLength + pages * 65_536 > maxPdfBytes
    if (hasRunOut) throw new RangeError('the PDF needs too much memory')
    return grow(pages)
  }
}

function openDocument(pdfium: Pdfium): number {
  const at = allocate(pdfium, bytes.length)
  pdfium.HEAPU8.set(bytes, at)
  const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0)
  if (document !== 0) return document
  const isLocked = lockedErrors.has(pdfium._FPDF_GetLastError())
  throw new AppError(isLocked ? 'pdf_locked' : 'pdf_not_readable')
}

/** Form fields are drawn apart from the page. Without callbacks nothing leaves the form, and the scripts of a document are
 *  not called. */
function openForm(pdfium: Pdfium, document: number): number {
  const at = allocate(pdfium, formInfo.bytes)
  pdfium.HEAPU8.fill(0, at, at + formInfo.bytes)
  pdfium.HEAPU8[at] = formInfo.version
  return pdfium._FPDFDOC_InitFormFillEnvironment(document, at)
}

function allocate(pdfium: Pdfium, length: number): number {
  const at = pdfium.wasmExports.malloc(length)
  if (at === 0) throw new RangeError('the PDF needs too much memory')
  return at
}

/** The size of a drawn page, in pixels. */
function sizeOf(pdfium: Pdfium, document: number, index: number): { width: number; height: number } {
  const at = allocate(pdfium, 8)
  if (pdfium._FPDF_GetPageSizeByIndexF(document, index, at) === 0) throw new AppError('pdf_not_readable')
  const [wide = 0, high = 0] = new Float32Array(pdfium.HEAPU8.buffer.slice(at, at + 8))
  if (!(wide > 0 && high > 0)) throw new AppError('pdf_not_readable')
  const scale = checkedScale(wide, high)
  return { width: Math.max(1, Math.round(wide * scale)), height: Math.max(1, Math.round(high * scale)) }
}

function drawPage(
  pdfium: Pdfium,
  document: number,
  index: number,
  width: number,
  height: number,
): RawPicture {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) throw new AppError('pdf_not_readable')
  pdfium._FORM_OnAfterLoadPage(page, form)
  const at = allocate(pdfium, width * height * 4)
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, fourBytes, at, width * 4)
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawingFlags)
  pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, formFlags)
  // PDFium leaves out parts that it has no memory for.
  if (hasRunOut) throw new AppError('too_many_pixels')
  const data = withoutFourth(pdfium.HEAPU8.subarray(at, at + width * height * 4))
  pdfium._FPDFBitmap_Destroy(bitmap)
  pdfium._FORM_OnBeforeClosePage(page, form)
  pdfium._FPDF_ClosePage(page)
  pdfium.wasmExports.free(at)
  return { data, width, height }
}

function withoutFourth(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array((pixels.length / 4) * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    data[to] = pixels[from] ?? 0
    data[to + 1] = pixels[from + 1] ?? 0
    data[to + 2] = pixels[from + 2] ?? 0
  }
  return data
}

function listPages(pdfium: Pdfium, document: number, count: number, hasPictures: boolean): PdfResult {
  const until = performance.now() + maxListingMs
  const pages = Array.from({ length: Math.min(count, maxListedPages) }, (_, index) => {
    const { width, height } = listedSize(pdfium, document, index)
    const isDrawn = hasPictures && width > 0 && performance.now() < until
    const shown = listedPictureWidth / width
    const pictureHeight = Math.min(listedPictureWidth * 3, Math.max(1, Math.round(height * shown)))
    const picture = isDrawn ? drawPage(pdfium, document, index, listedPictureWidth, pictureHeight) : null
    const isRead = width > 0 && performance.now() < until
    return {
      ...{ width, height, picture },
      missingFonts: isRead ? findMissingFonts(pdfium, document, index) : [],
      lacksAnnotations: isRead && lacksAnnotations(pdfium, document, index),
    }
  })
  return { count, pages }
}

/** A page that cannot be drawn does not remove the others from the list. */
function listedSize(pdfium: Pdfium, document: number, index: number): { width: number; height: number } {
  try {
    return sizeOf(pdfium, document, index)
  } catch (error) {
    if (error instanceof AppError) return { width: 0, height: 0 }
    throw error
  }
}
