import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { limits } from '@pinmark/shared/limits'
import { bareJpeg } from './bare-jpeg'
import { decodeImage, hasAlpha, isSrgb, type DecodeOptions, type Pixels } from './decode-image'
import { drawPage } from './pdf-thread'
import { type Made, previewSize } from './renditions'
import type { SourceType } from './sniff'
import { readSvgLines } from './svg-lines'

/** Maximum bytes of thumbnail and list picture, as the contract promises. */
const smallMaxBytes = 40 * 1024
/** A page taller than three times its width shows its top part on a card; all of it would be an unreadable sliver. */
const thumbnailMaxTallness = 3
/** 280 px of a card at two device pixels each, with some room. */
const thumbnailMaxWidthPx = 640
const thumbnailMaxPixels = 400_000
const jpegSmallMaxPixels = 200_000
/** Chat programs show no larger pictures. */
const previewMaxBytes = 300_000
/** Noise of 1,200 by 630 px has 215 KB at the last one. */
const previewQualities = [82, 65, 45, 20]
/** The approximate width of phones in device pixels: see `narrowMedia`. */
const narrowWidthPx = 1_080
/** The narrow rendition is made only if it saves much, because it is wasted as soon as the visitor zooms in. */
const narrowFromTimesWider = 1.3
const narrowMaxShareOfView = 0.75
/** The largest side of WebP. */
const webpMaxSidePx = 16_383
/** Maximum pixels of a lossless WebP. A larger one would exceed the worker's memory limit (see `memoryPerPixel`), so PNG
 *  is used. */
const losslessWebpMaxPixels = { flat: 20_000_000, photographic: 13_000_000 }
/** A source above this many bytes per pixel is photographic. A higher effort takes three times as long and
 *  saves a seventh. */
const photographicFromBytesPerPixel = 0.8
/** How far the lossless encoder searches for repetitions. It may spend 2,000 ns
 *  per pixel on film grain at 80, and never more than 250 at 25, for files of the same size. Only small flat
 *  designs gain by it, up to a quarter. */
const losslessSearch = { far: 80, near: 25 }
const searchFarUpToPixels = 4_000_000
/** Above this number of pixels the renditions are made one after the other, to stay within the memory limit. */
const sideBySideMaxPixels = 16_000_000

/** Peak memory of all renditions together in bytes per pixel, measured. The lossless view needs most of it. */
const memoryPerPixel = { exact: 32, lossy: 10 }

/** Bytes per pixel of JPEGs from cameras and design tools at their usual quality. Above it, encoding the view
 *  again saves enough bytes to be worth the time. */
const keptMaxBytesPerPixel = 1

type File = Made['files']['view']

/** Waits until there is memory for a task, in bytes. Only the first call of a task waits. */
export type TakeRoom = (bytes: number) => Promise<void>

/** Makes everything that Pinmark stores of an image. Metadata is dropped here, because only pixels are used.
 *  @param isDesign see `Renderer.render`
 *  @param svg that the source was drawn of, if it was
 *  @throws AppError too_many_pixels, image_not_supported, image_damaged */
export async function makeRenditions(
  source: Uint8Array,
  sourceType: SourceType,
  { isDesign, takeRoom, svg }: { isDesign: boolean; takeRoom: TakeRoom; svg: Uint8Array | undefined },
): Promise<Made> {
  const perPixel = memoryPerPixel[isExact(source, sourceType) ? 'exact' : 'lossy']
  const options = { takeRoom: (pixelCount: number) => takeRoom(pixelCount * perPixel) }
  const kept = isDesign && sourceType === 'jpeg' ? await decodeKept(source, options) : null
  const pixels =
    kept?.pixels ?? (await decodeImage(source, sourceType, { ...options, mayBeCutOff: isDesign }))
  const drawing = sourceType === 'svg' ? source : svg
  const lines = drawing ? readSvgLines(drawing, pixels) : []
  return { ...(await renditionsOf(pixels, source, sourceType, kept?.view)), lines }
}

/** Makes the same of a page of a PDF. Its original is an exact picture of the page, because the document may contain
 *  other pages that were not chosen.
 *  @throws AppError pdf_locked, pdf_not_readable, too_many_pixels */
export async function makePageRenditions(pdf: Uint8Array, page: number, takeRoom: TakeRoom): Promise<Made> {
  const { pixels, lines } = await drawPage(pdf, page)
  await takeRoom(pixels.width * pixels.height * memoryPerPixel.exact)
  const bytes = await from(pixels).png({ compressionLevel: 6 }).toBuffer()
  const made = await renditionsOf(pixels, bytes, 'png')
  return { ...made, lines, files: { ...made.files, original: { contentType: 'image/png', bytes } } }
}

/** Decodes a JPEG that can be shown in its own coding. Null if it has to be rotated, has other colours than
 *  sRGB, or has so many bytes that WebP halves them. The decoded file is the same that is shown. */
async function decodeKept(
  source: Uint8Array,
  options: DecodeOptions,
): Promise<{ pixels: Pixels; view: File } | null> {
  try {
    const { width, height, space, orientation = 1, icc } = await sharp(source).metadata()
    const isUpright = orientation === 1
    const isPlain = space === 'srgb' || space === 'b-w'
    const isLight = source.length <= width * height * keptMaxBytesPerPixel
    const mayBeKept = isUpright && isPlain && isLight && (icc === undefined || (await isSrgb(icc)))
    const bytes = mayBeKept ? bareJpeg(source) : null
    if (!bytes) return null
    return {
      pixels: await decodeImage(bytes, 'jpeg', options),
      view: { contentType: 'image/jpeg', bytes },
    }
  } catch {
    // The usual way reports the problem.
    return null
  }
}

/** @param kept the view, if it need not be made; it is also the contract's JPEG */
async function renditionsOf(
  pixels: Pixels,
  source: Uint8Array,
  sourceType: SourceType,
  kept?: File,
): Promise<Omit<Made, 'lines'>> {
  const viewMade = kept ? Promise.resolve(kept) : makeView(pixels, source, sourceType)
  if (isHuge(pixels)) await viewMade
  const jpegMade = kept ? Promise.resolve(kept) : makeJpeg(pixels)
  if (isHuge(pixels)) await jpegMade
  // After the view, not in parallel: the view takes longest, and other visitors need the processor too.
  const narrowMade = jpegMade.then(() => makeNarrow(pixels, isExact(source, sourceType)))
  if (isHuge(pixels)) await narrowMade
  const [view, jpeg, narrow, small, preview] = await Promise.all([
    viewMade,
    jpegMade,
    narrowMade,
    makeSmallFiles(pixels),
    makePreview(pixels),
  ])
  const isNarrowWorthIt = narrow && narrow.bytes.length <= view.bytes.length * narrowMaxShareOfView
  return {
    width: pixels.width,
    height: pixels.height,
    sha256: createHash('sha256').update(source).digest('hex'),
    placeholder: small.placeholder,
    ...(pixels.warning !== undefined && { warnings: [pixels.warning] }),
    ...(isNarrowWorthIt && { narrowWidth: narrowWidthPx }),
    files: {
      view,
      jpeg,
      thumbnail: small.thumbnail,
      jpegSmall: small.jpegSmall,
      preview,
      ...(isNarrowWorthIt && { narrow }),
    },
  }
}

function from({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: limits.image.maxPixels })
}

function onWhite(pixels: Pixels): Sharp {
  return from(pixels).flatten({ background: '#ffffff' })
}

function isHuge({ width, height }: Pixels): boolean {
  return width * height > sideBySideMaxPixels
}

async function makeJpeg(pixels: Pixels): Promise<File> {
  // Optimised coding takes three times as long and saves a tenth of the bytes, and needs six bytes per pixel
  // until the end.
  const chromaSubsampling = isHuge(pixels) ? '4:2:0' : '4:4:4'
  return {
    contentType: 'image/jpeg',
    bytes: await onWhite(pixels).jpeg({ quality: 85, optimiseCoding: false, chromaSubsampling }).toBuffer(),
  }
}

/** The rendition for guests: lossless for lossless sources, high quality for lossy ones. */
async function makeView(pixels: Pixels, source: Uint8Array, sourceType: SourceType): Promise<File> {
  const pixelCount = pixels.width * pixels.height
  const fitsWebp = Math.max(pixels.width, pixels.height) <= webpMaxSidePx
  if (!isExact(source, sourceType)) {
    if (!fitsWebp) return hasAlpha(pixels) ? makePng(pixels) : makeJpeg(pixels)
    const quality = isHuge(pixels) ? 85 : 90
    const fine = await from(pixels).webp({ quality, effort: 2, alphaQuality: 100 }).toBuffer()
    if (fine.length <= source.length || isHuge(pixels)) return { contentType: 'image/webp', bytes: fine }
    // The source was compressed more strongly. More bytes than it had would only store its artefacts.
    return {
      contentType: 'image/webp',
      bytes: await from(pixels).webp({ quality: 80, effort: 2 }).toBuffer(),
    }
  }
  const isPhotographic = source.length / pixelCount > photographicFromBytesPerPixel
  const maxPixels = losslessWebpMaxPixels[isPhotographic ? 'photographic' : 'flat']
  if (!fitsWebp || pixelCount > maxPixels) return makePng(pixels)
  const search = isPhotographic || pixelCount > searchFarUpToPixels ? 'near' : 'far'
  const bytes = await from(pixels)
    .webp({ lossless: true, effort: isPhotographic ? 0 : 1, quality: losslessSearch[search] })
    .toBuffer()
  return { contentType: 'image/webp', bytes }
}

async function makePng(pixels: Pixels): Promise<File> {
  return { contentType: 'image/png', bytes: await from(pixels).png({ compressionLevel: 6 }).toBuffer() }
}

/** The first picture on a phone. It is lossy, because it is never shown enlarged: zooming in loads the view.
 *  Null for designs that are hardly wider. */
async function makeNarrow(pixels: Pixels, isFromExact: boolean): Promise<File | null> {
  if (pixels.width < narrowWidthPx * narrowFromTimesWider) return null
  const narrow = from(pixels).resize({ width: narrowWidthPx })
  if ((pixels.height / pixels.width) * narrowWidthPx > webpMaxSidePx) {
    if (hasAlpha(pixels)) return null
    return { contentType: 'image/jpeg', bytes: await narrow.jpeg({ quality: 75 }).toBuffer() }
  }
  const bytes = await narrow
    // Keeps the edges of coloured letters, which a lossy source has already lost. It takes four times as
    // long, too long for a page of sixteen screens.
    .webp({ quality: 80, effort: 2, smartSubsample: isFromExact && !isHuge(pixels) })
    .toBuffer()
  return { contentType: 'image/webp', bytes }
}

function isExact(source: Uint8Array, sourceType: SourceType): boolean {
  if (sourceType === 'webp')
    return Buffer.from(source.buffer, source.byteOffset, source.length).includes('VP8L')
  return sourceType === 'png' || sourceType === 'gif' || sourceType === 'svg'
}

async function makeSmallFiles(pixels: Pixels) {
  const shown = Math.min(pixels.height, pixels.width * thumbnailMaxTallness)
  const { data, info } = await from(pixels)
    .extract({ left: 0, top: 0, width: pixels.width, height: shown })
    .resize({ ...sizeWithin(pixels.width, shown, thumbnailMaxPixels, thumbnailMaxWidthPx), fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const small: Pixels = { data, width: info.width, height: info.height, channels: info.channels }
  const [thumbnail, jpegSmall, placeholder] = await Promise.all([
    // Transparency is lossless by default. Noise in it would then exceed the limit at every step.
    squeeze((quality, scale) =>
      scaled(from(small), small, scale).webp({ quality, alphaQuality: quality, effort: 4 }).toBuffer(),
    ),
    makeSmallJpeg(small),
    makePlaceholder(pixels),
  ])
  return {
    thumbnail: { contentType: 'image/webp', bytes: thumbnail } as const,
    jpegSmall: { contentType: 'image/jpeg', bytes: jpegSmall } as const,
    placeholder,
  }
}

function makeSmallJpeg(small: Pixels): Promise<Buffer> {
  const size = sizeWithin(small.width, small.height, jpegSmallMaxPixels, thumbnailMaxWidthPx)
  return squeeze((quality, scale) =>
    scaled(onWhite(small), size, scale).jpeg({ quality, mozjpeg: true }).toBuffer(),
  )
}

/** The whole picture at a width of 20 px. Very tall ones are squeezed, and the page stretches them again. */
async function makePlaceholder({ width, height, ...rest }: Pixels): Promise<string> {
  const rows = Math.min(64, Math.max(1, Math.round((20 * height) / width)))
  const bytes = await from({ width, height, ...rest })
    .resize({ width: 20, height: rows, fit: 'fill' })
    .webp({ quality: 40, effort: 4 })
    .toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

/** The largest size with the same aspect ratio within both limits; never enlarged, never below one pixel. */
function sizeWithin(width: number, height: number, maxPixels: number, maxWidth: number) {
  const scale = Math.min(1, maxWidth / width, Math.sqrt(maxPixels / (width * height)))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function scaled(image: Sharp, { width, height }: { width: number; height: number }, scale: number): Sharp {
  return image.resize({
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    fit: 'fill',
  })
}

/** The picture in previews of a link. */
async function makePreview(pixels: Pixels): Promise<File> {
  const { part, ...size } = previewSize(pixels.width, pixels.height)
  const shown = onWhite(pixels)
    .extract({ left: 0, top: 0, width: pixels.width, height: part })
    .resize({ ...size, fit: 'fill' })
  for (const quality of previewQualities) {
    const bytes = await shown.clone().jpeg({ quality }).toBuffer()
    if (bytes.length <= previewMaxBytes || quality === previewQualities.at(-1))
      return { contentType: 'image/jpeg', bytes }
  }
  throw new RangeError('a preview needs a quality')
}

const squeezeSteps = [
  { quality: 82, scale: 1 },
  { quality: 70, scale: 1 },
  { quality: 55, scale: 1 },
  { quality: 45, scale: 0.75 },
  { quality: 40, scale: 0.5 },
  { quality: 30, scale: 0.3 },
]

/** At most 4,000 pixels. They stay within 40 KB, whatever they show: that is ten bytes per pixel. */
const lastStep = { quality: 30, scale: 0.1 }

/** The picture at the best quality step within 40 KB. */
async function squeeze(make: (quality: number, scale: number) => Promise<Buffer>): Promise<Buffer> {
  for (const { quality, scale } of squeezeSteps) {
    const bytes = await make(quality, scale)
    if (bytes.length <= smallMaxBytes) return bytes
  }
  return make(lastStep.quality, lastStep.scale)
}
