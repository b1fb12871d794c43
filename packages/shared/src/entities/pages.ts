import * as z from 'zod/mini'
import { code } from './primitives'

/** Pages of a PDF and ranges of them, such as `1-3,7`. They say nothing about other files. */
export const pagesQuerySchema = z.object({
  pages: z.optional(
    z
      .string(code('pages_not_valid'))
      .check(z.maxLength(400), z.regex(/^[1-9]\d{0,5}(-[1-9]\d{0,5})?(,[1-9]\d{0,5}(-[1-9]\d{0,5})?)*$/)),
  ),
})

export const pdfFormSchema = z.object({ image: z.file() })

export const pageListSchema = z.object({
  /** Pages of the document. */
  count: z.number(),
  /** The first 200 of them. */
  pages: z.array(
    z.object({
      /** In pixels, as it would be drawn; 0 for a page that cannot be. */
      width: z.number(),
      height: z.number(),
      /** A small picture as a data URL; null for a page that there was no time to draw. */
      picture: z.nullable(z.string()),
    }),
  ),
})
export type PageList = z.infer<typeof pageListSchema>
