import * as z from 'zod/mini'
import { limits } from '../limits'
import { code, publicIdSchema, textSchema, timestampSchema } from './primitives'
import { designSchema, designTitleSchema, imageSummarySchema, versionSchema } from './project'

/** Several files. Each becomes a design named after its file, and so does each chosen page of a PDF. */
export const newDesignsFormSchema = z.object({
  image: z.array(z.file()).check(z.minLength(1)),
  /** PNGs of SVGs, drawn by the browser of the sender; each follows its file. */
  drawn: z.optional(z.array(z.file())),
  /** JSON of the lines of text that a program has captured with a picture; each follows its file. */
  lines: z.optional(z.array(z.file())),
})

export const addedDesignsSchema = z.object({
  /** In the order of their files. */
  designs: z.array(designSchema),
  /** The refused files. They do not stop the others. */
  failed: z.array(
    z.object({
      /** Position of the file in the form, 0 for the first. */
      index: z.number(),
      /** Name of the file, as sent. */
      file: z.string(),
      /** The page of a PDF; missing if the whole file was refused. */
      page: z.optional(z.number()),
      error: z.string(),
      code: z.string(),
    }),
  ),
})
export type AddedDesigns = z.infer<typeof addedDesignsSchema>

/** The text fields of a new version. */
export const versionFieldsSchema = z.object({
  /** What changed, in the owner's words. */
  note: z._default(
    textSchema({ notText: 'note_not_valid', tooLong: 'note_too_long', max: limits.versionNote.max }),
    '',
  ),
  /** The round of the version: the next one, which it opens, or the present one, which it joins. Default: the
   *  next one. Several versions sent with the same number open one round together. */
  round: z.optional(
    z.pipe(z.string(code('round_not_valid')).check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number)),
  ),
})
export type VersionFields = z.infer<typeof versionFieldsSchema>

export const newVersionFormSchema = z.object({
  image: z.file(),
  /** A PNG of an SVG, drawn by the browser of the sender. */
  drawn: z.optional(z.file()),
  /** JSON of the lines of text that a program has captured with the picture. */
  lines: z.optional(z.file()),
  ...versionFieldsSchema.shape,
})

export const newBuildFormSchema = z.object({
  image: z.file(),
  /** A PNG of an SVG, drawn by the browser of the sender. */
  drawn: z.optional(z.file()),
  /** JSON of the lines of text that a program has captured with the picture. */
  lines: z.optional(z.file()),
})

export const addedVersionSchema = z.extend(versionSchema, {
  /** The title of the design, which may have lost an ending such as `v1`. */
  title: z.string(),
})
export type AddedVersion = z.infer<typeof addedVersionSchema>

export const designChangeSchema = z
  .object({
    title: z.optional(designTitleSchema),
    /** 1 for the first design; a position beyond the last means the last. */
    position: z.optional(z.int(code('design_position_not_valid')).check(z.positive())),
  })
  .check(
    z.refine(({ title, position }) => title !== undefined || position !== undefined, {
      error: code('no_change_to_design'),
    }),
  )
export type DesignChange = z.infer<typeof designChangeSchema>

/** Deleted designs and versions that the owner can restore, last deleted first. */
export const trashSchema = z.array(
  z.object({
    design: publicIdSchema,
    /** The removed version; null for a whole design. */
    version: z.nullable(publicIdSchema),
    title: z.string(),
    /** The image of the version, or of the newest one of the design. */
    number: z.number(),
    image: imageSummarySchema,
    deletedAt: timestampSchema,
  }),
)
export type Trash = z.infer<typeof trashSchema>
