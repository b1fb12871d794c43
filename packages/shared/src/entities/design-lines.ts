import * as z from 'zod/mini'
import { limits } from '../limits'
import { codePointLength, hasControlCharacters, isBlank } from '../text'
import { code, publicIdSchema } from './primitives'

/** Left, top, width and height in pixels of the image at its natural size. */
const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()])

/** A line of text in a design. */
export const designLineSchema = z.object({
  text: z.string(),
  box: boxSchema,
  /** Where the text comes from: the page of a PDF, an SVG, or the program that captured the picture. */
  source: z.enum(['pdf', 'svg', 'capture']),
  /** The CSS selector and the role of the captured element. */
  selector: z.optional(z.string()),
  role: z.optional(z.string()),
})
export type DesignLine = z.infer<typeof designLineSchema>

export const designLinesSchema = z.array(designLineSchema)

const { lines, letters, selector } = limits.designText
const wordsOf = (max: number) =>
  z
    .string()
    .check(z.refine((text) => !isBlank(text) && codePointLength(text) <= max && !hasControlCharacters(text)))

/** The lines that a program has captured with a picture: the JSON of the file `lines` of an upload. Every box is inside the
 *  picture. */
export const capturedLinesSchema = z
  .array(
    z.strictObject({
      text: wordsOf(letters),
      box: z
        .tuple([z.number(), z.number(), z.number(), z.number()])
        .check(z.refine(([x, y, w, h]) => x >= 0 && y >= 0 && w > 0 && h > 0)),
      selector: z.optional(wordsOf(selector)),
      role: z.optional(z.string().check(z.regex(/^[a-z]{1,40}$/))),
    }),
  )
  .check(z.maxLength(lines))
export type CapturedLine = z.infer<typeof capturedLinesSchema>[number]

export const textSearchQuerySchema = z.object({
  search: z._default(
    z.string(code('export_filter_not_valid')).check(z.maxLength(limits.exportSearch.max)),
    '',
  ),
})

/** Lines with the searched words, on the newest versions. */
export const foundTextsSchema = z.array(
  z.object({ design: publicIdSchema, version: publicIdSchema, text: z.string(), box: boxSchema }),
)
export type FoundTexts = z.infer<typeof foundTextsSchema>
