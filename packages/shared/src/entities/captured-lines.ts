import * as z from 'zod/mini'
import { codePointLength, hasControlCharacters, isBlank } from '../text'
import { textLimits } from '../text-limits'

const wordsOf = (max: number) =>
  z
    .string()
    .check(z.refine((text) => !isBlank(text) && codePointLength(text) <= max && !hasControlCharacters(text)))

/** The lines of text that a program has captured with a picture: the JSON of the file `lines` of an upload. */
export const capturedLinesSchema = z
  .array(
    z.strictObject({
      text: wordsOf(textLimits.letters),
      /** Left, top, width and height in pixels of the picture, which contains all of it. */
      box: z
        .tuple([z.number(), z.number(), z.number(), z.number()])
        .check(z.refine(([x, y, w, h]) => x >= 0 && y >= 0 && w > 0 && h > 0)),
      selector: z.optional(wordsOf(textLimits.selector)),
      role: z.optional(z.string().check(z.regex(/^[a-z]{1,40}$/))),
    }),
  )
  .check(z.maxLength(textLimits.lines))
export type CapturedLine = z.infer<typeof capturedLinesSchema>[number]
