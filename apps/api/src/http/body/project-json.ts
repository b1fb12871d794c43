import * as z from 'zod/mini'
import { AppError } from '@pinmark/shared/errors'
import { yieldToEventLoop } from '../../base/pace'
import { readDataUrl } from './data-url'
import { decodeText, parseJson } from './json-body'

/** A new project as it arrived: its texts unchecked, the image as bytes. */
export interface SentProject {
  name: unknown
  designTitle: unknown
  image: Buffer | null
  /** What the sender's browser drew of it; missing in JSON. */
  drawn?: Buffer | undefined
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
  checkStructure(bytes)
  const text = await decodeText(bytes)
  await yieldToEventLoop()
  const sent = sentSchema.safeParse(parseJson(text))
  if (!sent.success) throw new AppError('object_expected')
  await yieldToEventLoop()
  const { name, designTitle, image } = sent.data
  if (image === undefined || image === null || image === '') return { name, designTitle, image: null }
  if (typeof image !== 'string') throw new AppError('image_not_readable')
  return { name, designTitle, image: await readDataUrl(image) }
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
