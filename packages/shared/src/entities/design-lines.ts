import * as z from 'zod/mini'
import { limits } from '../limits'
import { code, publicIdSchema } from './primitives'

/** Left, top, width and height in pixels of the image at its natural size. */
const boxSchema = z.array(z.number())

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
