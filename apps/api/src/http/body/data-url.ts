import { AppError } from '@pinmark/shared/errors'
import { ByteBlocks } from '../../base/byte-blocks'

/** A label with its parameters is a few words; a comma far behind it belongs to something else. */
const maxHeadLength = 1_000

/** Reads an image sent as text, a piece at a time: a data URL with any image label and parameters, or bare base64. */
export class DataUrlReader {
  readonly #base64: Base64Reader
  /** The beginning of the text, until the label is known or missing; null from then on. */
  #head: string | null = ''
  #failure: AppError | null = null

  /** @param onBytes called with the number of bytes that each piece adds */
  constructor(onBytes: (bytes: number) => void = () => undefined) {
    this.#base64 = new Base64Reader(onBytes)
  }

  /** Takes the next piece. A failure is kept for `end`, because the sender gets the answer after the whole body. */
  write(text: string): void {
    if (this.#failure) return
    try {
      if (this.#head === null) this.#base64.write(text)
      else this.#readHead(this.#head + text, { isWhole: false })
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'images_busy') throw error
      this.#failure = error
    }
  }

  /** The bytes of the image; null if there was no text.
   *  @throws AppError image_empty, image_not_readable, image_not_supported */
  end(): Buffer | null {
    if (this.#failure) throw this.#failure
    if (this.#head === '') return null
    if (this.#head !== null) this.#readHead(this.#head, { isWhole: true })
    return this.#base64.end()
  }

  #readHead(text: string, { isWhole }: { isWhole: boolean }): void {
    const head = text.slice(0, maxHeadLength)
    const comma = head.indexOf(',')
    if (comma < 0 && text.length < maxHeadLength && !isWhole) {
      this.#head = text
      return
    }
    this.#head = null
    if (!/^\s*data:/i.test(head)) return this.#base64.write(text)
    if (comma < 0) throw new AppError('image_not_readable')
    checkLabel(head.slice(head.indexOf(':') + 1, comma))
    this.#base64.write(text.slice(comma + 1))
  }
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

const kinds = { digit: 1, space: 2, padding: 3, percent: 4 } as const
/** What each ASCII character is in base64. Node decodes the two digits of base64url as well. */
const kindOf = new Uint8Array(128)
for (const [kind, characters] of [
  [kinds.digit, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_'],
  [kinds.space, ' \t\n\v\f\r'],
  [kinds.padding, '='],
  [kinds.percent, '%'],
] as const) {
  for (const character of characters) kindOf[character.charCodeAt(0)] = kind
}

/** Three characters that some encoders escape, because they have a meaning in URLs. The key is the two digits
 *  of the escape as `escapeOf` joins them. */
const escaped = new Map(
  ['+', '/', '='].map((sign) => [escapeOf(encodeURIComponent(sign), 0), sign.charCodeAt(0)]),
)

/** The digits of the escape at `at` as one number. It creates no string, because a body may consist of
 *  escapes alone. */
function escapeOf(text: string, at: number): number {
  // The second digit of all three is a letter. Upper and lower case differ by this bit.
  return (text.charCodeAt(at + 1) << 8) | (text.charCodeAt(at + 2) | 0x20)
}

/** Decodes base64 that may hold broken lines and escapes. One pass over each piece: neither text of spaces alone nor
 *  one of escapes alone takes much longer than a clean one. */
class Base64Reader {
  readonly #blocks = new ByteBlocks()
  /** Digits of an incomplete group of four. */
  #digits = Buffer.alloc(0)
  /** The beginning of an escape that the end of its piece cut off. */
  #cut = ''
  #padding = 0

  constructor(private readonly onBytes: (bytes: number) => void) {}

  write(piece: string): void {
    const text = this.#cut + piece
    this.#cut = ''
    const digits = Buffer.allocUnsafe(this.#digits.length + text.length)
    let count = this.#digits.copy(digits)
    for (let at = 0; at < text.length; at += 1) {
      let code = text.charCodeAt(at)
      if (kindOf[code] === kinds.percent) {
        if (at + 3 > text.length) {
          this.#cut = text.slice(at)
          break
        }
        code = escaped.get(escapeOf(text, at)) ?? Number.NaN
        at += 2
      }
      const kind = kindOf[code]
      if (kind === kinds.digit && this.#padding === 0) digits[count++] = code
      else if (kind === kinds.padding) this.#padding += 1
      else if (kind !== kinds.space) throw new AppError('image_not_readable')
    }
    const whole = count - (count % 4)
    this.#digits = Buffer.from(digits.subarray(whole, count))
    this.#decode(digits.toString('latin1', 0, whole))
  }

  end(): Buffer {
    const isWhole = this.#cut === '' && this.#padding <= 2 && this.#digits.length !== 1
    this.#decode(this.#digits.toString('latin1'))
    const isEmpty = this.#blocks.length === 0
    if (!isWhole || (isEmpty && this.#padding > 0)) throw new AppError('image_not_readable')
    if (isEmpty) throw new AppError('image_empty')
    return this.#blocks.take()
  }

  #decode(digits: string): void {
    if (digits === '') return
    const bytes = Buffer.from(digits, 'base64')
    this.onBytes(bytes.length)
    this.#blocks.add(bytes)
  }
}
