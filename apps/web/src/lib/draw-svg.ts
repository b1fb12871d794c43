import { drawingScale } from '@pinmark/shared/drawing-scale'
import { readSvgHead, sizeOfViewBox, svgHeadBytes } from '@pinmark/shared/svg-head'

interface Size {
  readonly width: number
  readonly height: number
}

/** Adds a design to a form. Of an SVG, the picture that this browser draws follows, because a server has neither the fonts
 *  of this computer nor a browser.
 *  @param maxMb of both together */
export async function appendDesign(form: FormData, file: File, maxMb: number): Promise<void> {
  form.append('image', file)
  const drawn = await drawSvg(file, maxMb * 1024 * 1024 - file.size)
  if (drawn) form.append('drawn', drawn, 'drawn.png')
}

/** A PNG of an SVG. In an image, an SVG runs no script and loads nothing.
 *  @returns null for another file, and for what this browser cannot draw into a canvas: then the server draws it, or says
 *  what it cannot draw */
async function drawSvg(file: File, maxBytes: number): Promise<Blob | null> {
  if (!(await readHead(file))) return null
  try {
    const image = new Image()
    image.src = await readDataUrl(file)
    await loadEnd(image)
    const { width, height } = await sizeOfDrawnSvg(file, image)
    // A complex drawing may exceed the limit in its full size.
    for (const part of [1, 1 / 2]) {
      const drawn = await toPng(image, { width: width * part, height: height * part })
      if (drawn && drawn.size <= maxBytes) return drawn
    }
    return null
  } catch {
    return null
  }
}

/** The size of the picture of an SVG, in pixels.
 *  @param image the same file, loaded */
export async function sizeOfDrawnSvg(
  file: File,
  { naturalWidth, naturalHeight }: HTMLImageElement,
): Promise<Size> {
  const head = await readHead(file)
  const { width, height } = (head && sizeOfViewBox(head)) ?? { width: naturalWidth, height: naturalHeight }
  const scale = drawingScale(width, height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function readHead(file: File) {
  return readSvgHead(new Uint8Array(await file.slice(0, svgHeadBytes).arrayBuffer()))
}

/** A canvas cannot be read after it has drawn HTML from a blob address. */
function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
    })
    reader.addEventListener('error', () => reject(new Error('the file cannot be read')))
    reader.readAsDataURL(new Blob([file], { type: 'image/svg+xml' }))
  })
}

function loadEnd(image: HTMLImageElement): Promise<void> {
  return new Promise((resolve, reject) => {
    image.addEventListener('load', () => resolve())
    image.addEventListener('error', () => reject(new Error('the image cannot be drawn')))
  })
}

/** Null if the canvas is too large for this browser. Some draw nothing then, and report no error. */
async function toPng(image: HTMLImageElement, { width, height }: Size): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width)
  canvas.height = Math.round(height)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillRect(0, 0, 1, 1)
  if (context.getImageData(0, 0, 1, 1).data[3] !== 255) return null
  context.clearRect(0, 0, 1, 1)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
