import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { isDeepJpeg, scanCount } from './bare-jpeg'
import { avifColours, isPremultiplied, stillAvif, withShownCrop } from './colours'
import { iccProfile, spaceOf } from './icc-profile'
import { isTurned, upright } from './orientation'
import { checkedScale, checkSize, type SourceType, unsupported } from './sniff'
import { barePng, completePng, fillFromEarlierPasses, withProfile } from './png'
import { countArrivedRows, isCutOff } from './cut-off'
import { drawableSvg } from './drawable-svg'
import { stillPng } from './png-chunks'
import { withPalette, withTransparentScreen } from './transparent-gif'

/** A decoded image: upright, 8-bit sRGB; two and four channels include transparency. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
  /** Says what a file without an end does not show. */
  warning?: string
}

export interface DecodeOptions {
  /** Whether a file without an end is decoded as far as it goes. */
  mayBeCutOff?: boolean
  /** Whether transparency becomes white, as in the JPEG: one or three channels are left. */
  isOnWhite?: boolean
  /** Called before decoding, with the number of pixels to expect. */
  takeRoom?: (pixelCount: number) => Promise<void>
}

/** Pictures of more pixels are converted from eight bits, to stay within the memory limit. */
const deepMaxPixels = 12_000_000

/** Progressive JPEGs of cameras and design tools have about ten scans. Each further one costs as much time as the first, but
 *  need not be larger than twenty bytes. */
const maxScans = 500

/** Each costs as much time as the first. */
const maxSearchedPages = 30

/** Decodes an upload after its header was checked.
 *  @throws AppError too_many_pixels, image_not_supported, image_type_not_supported, image_damaged, image_cut_off,
 *  svg_not_drawable */
export async function decodeImage(
  upload: Uint8Array,
  sourceType: SourceType,
  options: DecodeOptions = {},
): Promise<Pixels> {
  try {
    const { pixels } = await decode(prepareSource(upload, sourceType), sourceType, options)
    return pixels
  } catch (error) {
    // Plain errors come from the decoder. Others are bugs of this program, and not the image's fault.
    if (error instanceof AppError || error instanceof TypeError || error instanceof RangeError) throw error
    if (sourceType === 'jpeg' && isDeepJpeg(upload)) throw unsupported('12-bit JPEG')
    const isCut = isCutOff(upload, sourceType)
    const whole = isCut && sourceType === 'jpeg' ? await decodeWithoutEnd(upload, options) : null
    if (whole) return whole
    const part = isCut && !options.mayBeCutOff ? null : await decodePart(upload, sourceType, options, isCut)
    if (part) return part
    throw new AppError(isCut ? 'image_cut_off' : 'image_damaged', { cause: error })
  }
}

/** Decodes a JPEG that lacks nothing but the marker of its end, which some programs do not write.
 *  @returns null if pixels are missing too */
async function decodeWithoutEnd(upload: Uint8Array, options: DecodeOptions): Promise<Pixels | null> {
  const source = Buffer.concat([upload, Buffer.from([0xff, 0xd9])])
  const decoded = await decode({ source, profile: null }, 'jpeg', options, 'warning').catch(() => null)
  return decoded?.pixels ?? null
}

/** Decodes what is there of a file without an end, and a PNG whose only fault is the sum over its pixels. The missing rows are
 *  white or transparent. Null if nothing can be shown. */
async function decodePart(
  upload: Uint8Array,
  sourceType: SourceType,
  options: DecodeOptions,
  isCut: boolean,
): Promise<Pixels | null> {
  const prepared = prepareSource(upload, sourceType)
  const completed = sourceType === 'png' ? completePng(prepared.source) : null
  if (!isCut && !completed?.isWhole) return null
  const source = completed ? { ...prepared, source: completed.png } : prepared
  // Pixels that are whole have no other fault.
  const failOn = completed?.isWhole ? 'error' : 'none'
  const decoded = await decode(source, sourceType, options, failOn).catch(() => null)
  if (!decoded) return null
  const { pixels, header } = decoded
  if (!isCut) return pixels
  const { data, width, height, channels } = pixels
  // Rows of a progressive file arrive several times, each time sharper.
  if (header.isProgressive || isTurned(header)) {
    const isInterlaced = completed !== null && header.isProgressive
    if (isInterlaced && (isTurned(header) || !fillFromEarlierPasses(pixels, completed.passes))) return null
    return {
      ...pixels,
      warning: 'The end of this file is missing: parts of the image are grey or less sharp.',
    }
  }
  const arrived =
    completed?.passes[0]?.arrivedRows ?? (await countArrivedRows(pixels, source.source, sourceType))
  if (arrived === 0) return null
  data.fill(hasAlpha(pixels) ? 0 : 255, arrived * width * channels)
  const share = Math.ceil((1 - arrived / height) * 100)
  return {
    ...pixels,
    warning:
      share === 0
        ? 'The end of this file is missing. All rows of the image are there.'
        : `The end of this file is missing: the lower ${share} % of the image is empty.`,
  }
}

export function hasAlpha({ channels }: Pixels): boolean {
  return channels === 2 || channels === 4
}

async function decode(
  { source, profile, isUnlimited = false, hasProducts = false, isAnimated = false }: Source,
  sourceType: SourceType,
  { isOnWhite = false, takeRoom }: DecodeOptions,
  // Refuses truncated and broken files, and accepts what browsers accept: stray bytes between JPEG segments.
  failOn: 'warning' | 'error' | 'none' = 'error',
): Promise<{ pixels: Pixels; header: Metadata }> {
  if (sourceType === 'jpeg' && scanCount(source) > maxScans) throw new AppError('image_not_supported')
  const limited = {
    ...{ failOn, limitInputPixels: limits.image.maxPixels, pages: 1, unlimited: isUnlimited },
  } as const
  const header = await sharp(source, { ...limited, limitInputPixels: false }).metadata()
  const drawn = sourceType === 'svg' ? await drawingSize(source, isUnlimited) : null
  checkHeader({ ...header, ...drawn }, sourceType)
  await takeRoom?.(drawn ? drawn.width * drawn.height : header.width * header.height)
  const { pages = 1 } = header
  const options = {
    ...limited,
    ...(drawn && { density: drawn.density }),
    ...(pages > 1 && { page: await firstShownPage(source, limited, pages) }),
  }
  if (header.space === 'cmyk' && !(header.icc && spaceOf(header.icc) === 'CMYK'))
    return { pixels: await decodeInks(source, header, options), header }
  if (isAnimated && (await showsOneColour(source, options))) throw unsupported('APNG')
  const straight = hasProducts ? await withoutProducts(source, options) : source
  const coloured = profile ? await withReadProfile(straight, profile, header, options) : straight
  const opened = await openColoured(coloured, options)
  // Browsers turn no WebP.
  const shown = sourceType === 'webp' ? opened : upright(opened, header)
  const { data, info } = await (isOnWhite ? shown.flatten({ background: '#ffffff' }) : shown)
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { pixels: { data, width, height, channels }, header }
}

/** What libvips decodes, and what it does not read. */
interface Source {
  source: Uint8Array
  /** A profile of three channels. */
  profile: Buffer | null
  isUnlimited?: boolean
  /** Whether its colours are multiplied by its alpha. */
  hasProducts?: boolean
  /** Whether it is the first picture of an animation, and libvips does not read the others. */
  isAnimated?: boolean
}

function prepareSource(upload: Uint8Array, sourceType: SourceType): Source {
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.length)
  if (sourceType === 'png') {
    const { still, isAnimated } = stillPng(bytes)
    const { png, profile } = barePng(still)
    return { source: png, profile, isAnimated }
  }
  if (sourceType === 'svg') {
    const { svg, isUnlimited } = drawableSvg(upload)
    return { source: svg, profile: null, isUnlimited }
  }
  if (sourceType === 'gif') return { source: withTransparentScreen(withPalette(bytes)), profile: null }
  if (sourceType !== 'avif') return { source: upload, profile: null }
  const colours = avifColours(bytes)
  return {
    source: withShownCrop(stillAvif(bytes)),
    profile: colours && iccProfile(colours),
    hasProducts: isPremultiplied(bytes),
  }
}

/** CMYK without a profile for it, as browsers show it: each ink takes its share of the light. */
async function decodeInks(source: Uint8Array, header: Metadata, options: SharpOptions): Promise<Pixels> {
  const opened = sharp(source, { ...options, ignoreIcc: true })
  const { data: inks, info } = await upright(opened, header)
    .pipelineColourspace('cmyk')
    .toColourspace('cmyk')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const data = Buffer.alloc(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const black = 255 - (inks[pixel * 4 + 3] ?? 0)
    for (let channel = 0; channel < 3; channel += 1)
      data[pixel * 3 + channel] = Math.round(((255 - (inks[pixel * 4 + channel] ?? 0)) * black) / 255)
  }
  return { data, width, height, channels: 3 }
}

/** The picture as a PNG whose colours are divided by its alpha again. */
async function withoutProducts(source: Uint8Array, options: SharpOptions): Promise<Uint8Array> {
  const { data, info } = await sharp(source, options)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  for (let at = 0; at < data.length; at += channels) {
    const alpha = data[at + channels - 1] ?? 0
    for (let channel = at; channel < at + channels - 1; channel += 1)
      if (alpha > 0) data[channel] = Math.min(255, Math.round(((data[channel] ?? 0) * 255) / alpha))
  }
  return sharp(data, { raw: { width, height, channels } }).png({ compressionLevel: 1 }).toBuffer()
}

/** The number of the first picture of an animation that has more than one colour, or else of the first one that is not
 *  transparent, from 0. */
async function firstShownPage(source: Uint8Array, options: SharpOptions, pages: number): Promise<number> {
  let firstVisible: number | undefined
  for (let page = 0; page < Math.min(pages, maxSearchedPages); page += 1) {
    const { channels } = await sharp(source, { ...options, page }).stats()
    if (channels.some(({ min, max }) => min !== max)) return page
    const [, , , alpha] = channels
    if (alpha?.max !== 0) firstVisible ??= page
  }
  return firstVisible ?? 0
}

async function showsOneColour(source: Uint8Array, options: SharpOptions): Promise<boolean> {
  const { channels } = await sharp(source, options).stats()
  return channels.every(({ min, max }) => min === max)
}

/** The picture as an upright PNG with this profile. It is not grey: the profile has three channels. */
async function withReadProfile(
  source: Uint8Array,
  profile: Buffer,
  header: Metadata,
  options: SharpOptions,
): Promise<Uint8Array> {
  const { depth, width, height } = await sharp(source, options).metadata()
  const png = upright(sharp(source, options), header)
    .toColourspace(depth === 'ushort' && width * height <= deepMaxPixels ? 'rgb16' : 'srgb')
    .png({ compressionLevel: 1 })
  return withProfile(await png.toBuffer(), profile)
}

/** A picture in its colours, still to be converted to sRGB of eight bits. sharp converts eight bits of as many
 *  channels as the profile has; what differs is prepared here. */
async function openColoured(source: Uint8Array, options: SharpOptions): Promise<Sharp> {
  const { space, icc, ...size } = await sharp(source, options).metadata()
  const isDeep = space === 'rgb16' || space === 'grey16'
  const opened = sharp(source, options)
  if (!icc || !(isDeep || space === 'b-w')) return opened
  const isForGrey = spaceOf(icc) === 'GRAY'
  // Of 16 bits, sharp would show Display P3 as sRGB, and leave grey as it is.
  if (!isDeep || size.width * size.height > deepMaxPixels || !(await isSteep(icc)))
    return opened.pipelineColourspace(isForGrey ? 'b-w' : 'srgb')
  const deep = sharp(source, { ...options, ignoreIcc: true })
    .toColourspace(isForGrey ? 'grey16' : 'rgb16')
    .withIccProfile('srgb', { attach: false })
  const { data, info } = await deep.raw({ depth: 'ushort' }).toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const values = new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
  return sharp(values, { limitInputPixels: limits.image.maxPixels, raw: { width, height, channels } })
}

/** Whether neighbouring greys of eight bits are this far apart in sRGB, so that deeper ones have to be converted in full
 *  depth: linear light, PQ and HLG. Otherwise eight bits are better: littleCMS converts them exactly, and interpolates
 *  deeper ones, with errors of up to ten levels in colours that sRGB does not have. */
const steepLevels = 3

async function isSteep(icc: Buffer): Promise<boolean> {
  const greys = Buffer.from(Array.from({ length: 256 * 3 }, (_, at) => Math.floor(at / 3)))
  const shown = await inSrgb(greys, icc)
  const steps = Array.from({ length: 255 }, (_, at) => (shown[3 * at + 3] ?? 0) - (shown[3 * at] ?? 0))
  return Math.max(...steps) >= steepLevels
}

/** Whether a profile shows every colour as sRGB does, up to rounding. */
export async function isSrgb(icc: Buffer): Promise<boolean> {
  if (spaceOf(icc) !== 'RGB ') return false
  const levels = [0, 24, 48, 80, 112, 144, 176, 216, 255]
  const colours = Buffer.from(
    levels.flatMap((red) => levels.flatMap((green) => levels.flatMap((blue) => [red, green, blue]))),
  )
  const shown = await inSrgb(colours, icc)
  return shown.every((value, at) => Math.abs(value - (colours[at] ?? 0)) <= 1)
}

/** Colours of a profile in sRGB, three bytes each. */
async function inSrgb(colours: Buffer, icc: Buffer): Promise<Buffer> {
  const png = await sharp(colours, { raw: { width: colours.length / 3, height: 1, channels: 3 } })
    .png()
    .toBuffer()
  return sharp(withProfile(png, icc)).raw().toBuffer()
}

function checkHeader({ format, compression, width, height }: Metadata, sourceType: SourceType): void {
  const isAsSniffed =
    sourceType === 'avif' ? format === 'heif' && compression === 'av1' : format === sourceType
  if (!isAsSniffed) throw new AppError('image_not_supported')
  checkSize(width, height)
}

/** The size in which an SVG is drawn: two pixels per CSS pixel, or as sharp as the limits allow. librsvg draws it from
 *  memory, resolves no relative address without a file name, and loads nothing but `data:`.
 *  @throws AppError too_many_pixels */
async function drawingSize(
  source: Uint8Array,
  unlimited: boolean,
): Promise<{ width: number; height: number; density: number }> {
  const twice = await sharp(source, { density: 144, limitInputPixels: false, unlimited }).metadata()
  const [width, height] = [twice.width / 2, twice.height / 2]
  const scale = checkedScale(width, height)
  return { width: Math.round(width * scale), height: Math.round(height * scale), density: 72 * scale }
}
