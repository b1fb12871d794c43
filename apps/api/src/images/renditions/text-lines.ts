import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import { textLimits } from '@pinmark/shared/text-limits'
import { isBlank } from '@pinmark/shared/text'
import { type CapturedLine, capturedLinesSchema } from '@pinmark/shared/entities/captured-lines'
import { AppError } from '@pinmark/shared/errors'

/** A line of text that was read from an upload. */
export type ReadLine = Pick<DesignLine, 'text' | 'box'> & { source: 'pdf' | 'svg' }

/** Edges in pixels of the drawn picture. */
export interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

/** A drawn picture, to look for text in it. */
export interface DrawnPicture {
  data: Uint8Array
  width: number
  height: number
  channels: number
}

/** Differences of less than this, of 255, are not readable. */
const readableContrast = 24

/** Whether a picture has more than one colour between these edges, and next to them: a straight letter fills its own edges.
 *  Text that is covered, outside of the picture or in the
 *  colour of its ground is not shown, and must not be revealed. */
export function isShown({ data, width, height, channels }: DrawnPicture, edges: Edges): boolean {
  const [left, top] = [Math.max(0, Math.floor(edges.left) - 1), Math.max(0, Math.floor(edges.top) - 1)]
  const right = Math.min(width, Math.ceil(edges.right) + 1)
  const bottom = Math.min(height, Math.ceil(edges.bottom) + 1)
  const first = (top * width + left) * channels
  for (let y = top; y < bottom; y += 1) {
    const end = (y * width + right) * channels
    for (let at = (y * width + left) * channels, channel = 0; at < end; at += 1) {
      if (Math.abs((data[at] ?? 0) - (data[first + channel] ?? 0)) >= readableContrast) return true
      channel = channel + 1 === channels ? 0 : channel + 1
    }
  }
  return false
}

export function joinEdges(one: Edges, other: Edges): Edges {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }
}

/** Collects the lines of a picture, up to their limits. */
export class LineCollector {
  readonly lines: ReadLine[] = []
  #letters = 0

  constructor(
    private readonly source: ReadLine['source'],
    private readonly picture: Pick<DrawnPicture, 'width' | 'height'>,
  ) {}

  get isFull(): boolean {
    const { lines, lettersInAll } = textLimits
    return this.lines.length >= lines || this.#letters >= lettersInAll
  }

  add(words: string, edges: Edges): void {
    const { letters } = textLimits
    const clean = words
      .toWellFormed()
      .replace(/[\s\p{C}\uFFFD]+/gu, ' ')
      .trim()
    const text = [...clean].slice(0, letters).join('').normalize('NFC')
    const [x, y] = [Math.max(0, Math.floor(edges.left)), Math.max(0, Math.floor(edges.top))]
    const w = Math.min(this.picture.width, Math.ceil(edges.right)) - x
    const h = Math.min(this.picture.height, Math.ceil(edges.bottom)) - y
    if (this.isFull || isBlank(text) || !(w > 0 && h > 0)) return
    this.lines.push({ text, box: [x, y, w, h], source: this.source })
    this.#letters += text.length
  }
}

/** Reads the lines that a program has captured with a picture.
 *  @param json in UTF-8
 *  @throws AppError lines_not_valid */
export function readCapturedLines(json: Buffer): CapturedLine[] {
  const { capturedBytes, lettersInAll } = textLimits
  if (json.length > capturedBytes) throw new AppError('lines_not_valid')
  const lines = capturedLinesSchema.safeParse(parse(json))
  if (!lines.success) throw new AppError('lines_not_valid', { cause: lines.error })
  const letters = lines.data.reduce((sum, { text }) => sum + text.length, 0)
  if (letters > lettersInAll) throw new AppError('lines_not_valid')
  return lines.data
}

function parse(json: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json))
  } catch (cause) {
    throw new AppError('lines_not_valid', { cause })
  }
}

/** The same as lines of a picture of this size, in whole pixels.
 *  @throws AppError lines_not_valid */
export function linesWithin(
  lines: readonly CapturedLine[],
  { width, height }: { width: number; height: number },
): DesignLine[] {
  return lines.map(({ box, ...line }) => {
    const [x, y] = [Math.floor(box[0]), Math.floor(box[1])]
    const [right, bottom] = [Math.ceil(box[0] + box[2]), Math.ceil(box[1] + box[3])]
    if (right > width || bottom > height) throw new AppError('lines_not_valid')
    return { ...line, box: [x, y, right - x, bottom - y], source: 'capture' }
  })
}
