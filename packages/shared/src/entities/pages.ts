import * as z from 'zod/mini'
import { code } from './primitives'

/** Pages of a PDF and ranges of them, such as `1-3,7`. They do not affect other files. */
export const pagesQuerySchema = z.object({
  pages: z.optional(
    z
      .string(code('pages_not_valid'))
      .check(z.maxLength(400), z.regex(/^[1-9]\d{0,5}(-[1-9]\d{0,5})?(,[1-9]\d{0,5}(-[1-9]\d{0,5})?)*$/)),
  ),
})

export const pdfFormSchema = z.object({ image: z.file() })

export const pageListSchema = z.object({
  /** Number of pages of the document. */
  count: z.number(),
  /** The first 200 pages. */
  pages: z.array(
    z.object({
      /** Size of the drawn page in pixels; 0 for a page that cannot be drawn. */
      width: z.number(),
      height: z.number(),
      /** Fonts that are neither in the PDF nor on the server, so that their text is missing. */
      missingFonts: z.array(z.string()),
      /** Whether annotations are missing that other viewers draw, because the PDF does not contain how they look. */
      lacksAnnotations: z.boolean(),
      /** A small picture as a data URL; null for a page that there was no time to draw. */
      picture: z.nullable(z.string()),
    }),
  ),
})
export type PageList = z.infer<typeof pageListSchema>
