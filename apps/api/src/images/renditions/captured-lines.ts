import { type CapturedLine, capturedLinesSchema } from '@pinmark/shared/entities/captured-lines'
import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import { AppError } from '@pinmark/shared/errors'
import { textLimits } from '@pinmark/shared/text-limits'

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
