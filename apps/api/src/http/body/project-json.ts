import * as z from 'zod/mini'
import { AppError } from '@pinmark/shared/errors'
import { yieldToEventLoop } from '../../base/pace'
import { decodeText, parseJson } from './json-body'

/** A new project as it arrived: its texts unchecked, the image as bytes. */
export interface SentProject {
  name: unknown
  designTitle: unknown
  image: Buffer | null
  /** What the sender's browser drew of it; missing in JSON. */
  drawn?: Buffer | undefined
  /** The lines of its text; missing in JSON. */
  captured?: Buffer | undefined
  /** The name of the image's file, in NFC; missing in JSON. */
  fileName?: string
}

/** Maximum number of bytes outside of texts, with one for each quote. It bounds the number of values, and so their time and
 *  memory, as in every other body. */
const maxStructureBytes = 64 * 1024

const [quote, backslash] = [0x22, 0x5c]

const sentSchema = z.object({
  name: z.optional(z.unknown()),
  designTitle: z.optional(z.unknown()),
  image: z.optional(z.unknown()),
})

/** Reads the JSON body of POST /projects, whose image is a text of up to 14 MB. No step takes longer than 50 ms.
 *  @throws AppError body_too_large, malformed_json, body_too_deep, forbidden_key, object_expected, image_empty,
 *  image_not_readable, image_not_supported */
export async function parseProject(bytes: Buffer): Promise<SentProject> {
  const sent = sentSchema.safeParse(await parseLongJson(bytes))
  if (!sent.success) throw new AppError('object_expected')
  await yieldToEventLoop()
  const { name, designTitle, image } = sent.data
  if (image === undefined || image === null || image === '') return { name, designTitle, image: null }
  if (typeof image !== 'string') throw new AppError('image_not_readable')
  return { name, designTitle, image: await readDataUrl(image) }
}

/** Parses JSON that holds an image as text.
 *  @throws AppError body_too_large, malformed_json, body_too_deep, forbidden_key */
export async function parseLongJson(bytes: Buffer): Promise<unknown> {
  checkStructure(bytes)
  const text = await decodeText(bytes)
  await yieldToEventLoop()
  return parseJson(text)
}

/** @throws AppError body_too_large */
function checkStructure(bytes: Buffer): void {
  let structureBytes = 0
  let isInText = false
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(quote, at)
    const end = found < 0 ? bytes.length : found
    structureBytes += isInText ? 1 : end - at + 1
    if (structureBytes > maxStructureBytes) throw new AppError('body_too_large')
    if (!isInText || !isEscaped(bytes, end)) isInText = !isInText
    at = end + 1
  }
}

/** Whether an odd number of backslashes is before it. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let start = at
  while (bytes[start - 1] === backslash) start -= 1
  return (at - start) % 2 === 1
}

/** A label with its parameters is a few words; a comma far behind it belongs to something else. */
const maxHeadLength = 1_000
/** They take some milliseconds. */
const charactersAtOnce = 200_000

/** The bytes of an image sent as text: a data URL with any image label and parameters, or bare base64.
 *  @throws AppError image_empty, image_not_readable, image_not_supported */
export async function readDataUrl(text: string): Promise<Buffer> {
  const head = text.slice(0, maxHeadLength)
  if (!/^\s*data:/i.test(head)) return readBase64(text)
  const comma = head.indexOf(',')
  if (comma < 0) throw new AppError('image_not_readable')
  checkLabel(head.slice(head.indexOf(':') + 1, comma))
  return readBase64(text.slice(comma + 1))
}

/** @throws AppError image_not_readable, image_not_supported */
function checkLabel(text: string): void {
  const [label = '', ...parameters] = text.toLowerCase().split(';')
  const isImage =
    ['', 'application/octet-stream', 'application/pdf'].includes(label.trim()) || /^\s*image\//.test(label)
  if (!isImage) throw new AppError('image_not_supported')
  if (parameters.some((parameter) => parameter.trim() === 'base64')) return
  throw new AppError('image_not_readable')
}

/** @throws AppError image_empty, image_not_readable */
async function readBase64(text: string): Promise<Buffer> {
  const end = text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
  // Broken lines and escapes are rare, and looking for them takes longer than decoding.
  const bytes = decode(text.slice(0, end)) ?? (await decodeBroken(text))
  if (!bytes) throw new AppError('image_not_readable')
  if (bytes.length > 0) return bytes
  throw new AppError(text.includes('=') ? 'image_not_readable' : 'image_empty')
}

async function decodeBroken(text: string): Promise<Buffer | null> {
  await yieldToEventLoop()
  const digits = await digitsOf(text)
  await yieldToEventLoop()
  return decode(digits)
}

/** Null for a text that is not only digits of base64 or base64url, or ends in a part of a byte. */
function decode(digits: string): Buffer | null {
  const isAscii = Buffer.byteLength(digits) === digits.length
  if (digits.length % 4 === 1 || !isAscii) return null
  const bytes = Buffer.from(digits, 'base64')
  // Node skips ASCII that is not a digit, and takes the low byte of other characters.
  return bytes.length === Math.floor((digits.length * 3) / 4) ? bytes : null
}

/** The digits of a base64 text with broken lines, padding, and the escapes that some encoders write for signs with a meaning in
 *  URLs. Everything else stays, and is refused by `decode`. */
async function digitsOf(text: string): Promise<string> {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const usualEnd = at + charactersAtOnce
    // No escape is cut in two: one that begins in the last two characters is taken as a whole.
    const end = usualEnd + text.slice(usualEnd - 2, usualEnd).indexOf('%') + 1
    const piece = text.slice(at, end).replace(/%(?:2b|2f|3d)/gi, decodeURIComponent)
    pieces.push(piece.replace(/[ \t\n\v\f\r]/g, ''))
    at = end
    await yieldToEventLoop()
  }
  return pieces.join('').replace(/={1,2}$/, '')
}
