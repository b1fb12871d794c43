import { AppError } from '@pinmark/shared/errors'

/** Bytes of an image sent as text: a data URL with whatever image label and parameters, or bare base64.
 *  @throws AppError image_not_readable, svg_not_supported, image_not_supported */
export function readDataUrl(text: string): Buffer {
  const comma = text.slice(0, maxHeadLength).indexOf(',')
  if (!/^\s*data:/i.test(text.slice(0, maxHeadLength))) return readBase64(text)
  if (comma < 0) throw new AppError('image_not_readable')

  const [label = '', ...parameters] = text
    .slice(text.indexOf(':') + 1, comma)
    .toLowerCase()
    .split(';')
  const isImage =
    label.trim() === '' || label.trim() === 'application/octet-stream' || /^\s*image\//.test(label)
  if (!isImage) throw new AppError('image_not_supported')
  if (parameters.some((parameter) => parameter.trim() === 'base64')) return readBase64(text.slice(comma + 1))
  // Only text formats are ever sent like this.
  throw new AppError(label.includes('svg') ? 'svg_not_supported' : 'image_not_readable')
}

/** A label with its parameters is a few words; a comma far behind it belongs to something else. */
const maxHeadLength = 1_000

/** Node skips what is not base64, so the length tells whether anything was skipped. */
function readBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (isLengthOf(text, bytes)) return bytes
  // Some encoders break lines; some escape the three characters that mean something in an address.
  const packed = text.replace(/\s+/g, '').replace(/%2b/gi, '+').replace(/%2f/gi, '/').replace(/%3d/gi, '=')
  const packedBytes = Buffer.from(packed, 'base64')
  if (isLengthOf(packed, packedBytes)) return packedBytes
  throw new AppError('image_not_readable')
}

function isLengthOf(text: string, bytes: Buffer): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const digits = text.length - padding
  return bytes.length > 0 && digits % 4 !== 1 && Math.floor((digits * 3) / 4) === bytes.length
}
