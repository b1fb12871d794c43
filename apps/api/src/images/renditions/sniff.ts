import { drawingScale } from '@pinmark/shared/drawing-scale'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { readSvgHead } from '@pinmark/shared/svg-head'

/** The types of an upload; each page of a PDF becomes an image. Only the content decides, because senders
 *  choose names and labels freely. */
export const sourceTypes = ['jpeg', 'png', 'webp', 'avif', 'gif', 'svg', 'pdf'] as const
export type SourceType = (typeof sourceTypes)[number]

export const contentTypes: Record<SourceType, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
}

/** Brands of the ISO base media format (ISO/IEC 23008-12, annex B) that phones write as HEIC. */
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'])

/** The beginnings of other files that designers have, for a refusal that names them. */
const otherTypes: [type: string, beginning: RegExp][] = [
  ['BMP', /^BM.{4}\0{4}/s],
  ['ICO', /^\0\0\x01\0[^\0]/],
  ['TIFF', /^(?:II[*+]\0|MM\0[*+])/],
  ['JPEG XL', /^(?:\xff\n|\0{3}\fJXL )/],
  ['PSD', /^8BPS/],
  ['PostScript', /^%!PS/],
]

/** Detects the format from the first bytes.
 *  @throws AppError image_empty, image_type_not_supported, image_not_supported */
export function sniffImage(bytes: Buffer): SourceType {
  if (bytes.length === 0) throw new AppError('image_empty')
  const at = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (at(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp'
  if (at(0, 6) === 'GIF87a' || at(0, 6) === 'GIF89a') return 'gif'
  if (at(4, 8) === 'ftyp') {
    const brands = ftypBrands(bytes)
    if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
    if (brands.some((brand) => heicBrands.has(brand))) throw unsupported('HEIC')
  }
  if (readSvgHead(bytes)) return 'svg'
  if (looksLikePdf(bytes)) return 'pdf'
  const other = otherTypes.find(([, beginning]) => beginning.test(at(0, 16)))
  throw other ? unsupported(other[0]) : new AppError('image_not_supported')
}

export const unsupported = (type: string) => new AppError('image_type_not_supported', { params: { type } })

/** Major brand and compatible brands: a box of 4-byte codes, preceded by its length. */
function ftypBrands(bytes: Buffer): string[] {
  const end = Math.min(bytes.length, bytes.readUInt32BE(0), 256)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4))
  return brands
}

/** Other bytes may precede the header: ISO 32000-1 allows it within the first 1,024. */
function looksLikePdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 1_024).includes('%PDF-')
}

/** @throws AppError too_many_pixels */
export function checkSize(width: number, height: number): void {
  const { maxPixels, maxSidePx } = limits.image
  if (Math.max(width, height) > maxSidePx || width * height > maxPixels) throw new AppError('too_many_pixels')
}

/** The least density of sharp is 1, of 72. */
const minScale = 1 / 72

/** Pixels per unit of a drawing. @throws AppError too_many_pixels if hardly anything of it would be left */
export function checkedScale(width: number, height: number): number {
  const scale = drawingScale(width, height)
  if (scale < minScale) throw new AppError('too_many_pixels')
  return scale
}
