import { AppError } from '@pinmark/shared/errors'
import { DataUrlReader } from './data-url'
import { parseJson } from './json-body'

const [quote, backslash, letterU] = [0x22, 0x5c, 0x75]
const [brace, braceEnd, bracket, bracketEnd, colon] = [0x7b, 0x7d, 0x5b, 0x5d, 0x3a]
const imageKey = Buffer.from('"image"')
const nothing: Buffer = Buffer.alloc(0)

/** Reads the JSON body of POST /projects while it arrives. The text of the top-level `image` is decoded piece
 *  by piece. The rest has the size limit of every other body and is parsed at the end. So no request makes
 *  the process parse megabytes at once or build millions of values. */
export class ProjectJsonReader {
  /** The body with an empty text as its image. */
  readonly #rest: Buffer
  #restLength = 0
  #image: DataUrlReader | null = null
  #isInImage = false
  /** An escape that was cut by the end of its piece. */
  #cut = nothing

  #depth = 0
  #isInString = false
  #isEscaped = false
  /** Where the string that was read last begins in `#rest`. */
  #stringStart = 0
  #isAfterImageKey = false
  #isImageNext = false

  /** @param maxRestBytes of everything but the image's text
   *  @param onBytes called with the number of bytes of the image that each piece adds */
  constructor(
    maxRestBytes: number,
    private readonly onBytes: (bytes: number) => void,
  ) {
    this.#rest = Buffer.allocUnsafe(maxRestBytes)
  }

  /** @throws AppError body_too_large, malformed_json, and the errors of `onBytes` */
  write(piece: Buffer): void {
    const bytes = this.#cut.length > 0 ? Buffer.concat([this.#cut, piece]) : piece
    this.#cut = nothing
    let at = 0
    while (at < bytes.length) at = this.#isInImage ? this.#readImage(bytes, at) : this.#readRest(bytes, at)
  }

  /** The parsed body without its image, and the image's bytes where its text was read; null for an empty text.
   *  @throws AppError malformed_json, body_too_deep, forbidden_key, and what `DataUrlReader` refuses */
  end(): { body: unknown; image: Buffer | null | undefined } {
    const body = parseJson(this.#rest.subarray(0, this.#restLength))
    return { body, image: this.#image?.end() }
  }

  #readRest(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      this.#keep(byte)
      if (this.#isInString) this.#readStringByte(byte)
      else if (byte === quote && this.#isImageNext) {
        this.#isImageNext = false
        this.#isInImage = true
        // If a body has two images, the last one counts, as usual in JSON.
        this.#image = new DataUrlReader(this.onBytes)
        return at + 1
      } else this.#readStructure(byte)
    }
    return bytes.length
  }

  #readStringByte(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) {
      this.#isInString = false
      const text = this.#rest.subarray(this.#stringStart, this.#restLength)
      this.#isAfterImageKey = this.#depth === 1 && text.equals(imageKey)
    }
  }

  #readStructure(byte: number): void {
    if (byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d) return
    this.#isImageNext = byte === colon && this.#isAfterImageKey
    this.#isAfterImageKey = false
    if (byte === quote) {
      this.#isInString = true
      this.#stringStart = this.#restLength - 1
    } else if (byte === brace || byte === bracket) this.#depth += 1
    else if (byte === braceEnd || byte === bracketEnd) this.#depth -= 1
  }

  #readImage(bytes: Buffer, from: number): number {
    let at = from
    while (at < bytes.length && bytes[at] !== quote) {
      const length = bytes[at] !== backslash ? 1 : bytes[at + 1] === letterU ? 6 : 2
      if (at + length > bytes.length) {
        this.#cut = bytes.subarray(at)
        break
      }
      at += length
    }
    this.#image?.write(parseString(bytes.toString('latin1', from, at)))
    if (bytes[at] !== quote) return bytes.length
    this.#isInImage = false
    this.#keep(quote)
    return at + 1
  }

  #keep(byte: number): void {
    if (this.#restLength === this.#rest.length) throw new AppError('body_too_large')
    this.#rest[this.#restLength] = byte
    this.#restLength += 1
  }
}

/** A piece of a JSON string without its quotes. Characters beyond ASCII come out wrong, and are no base64 either way. */
function parseString(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`))
  } catch (cause) {
    throw new AppError('malformed_json', { cause })
  }
}
