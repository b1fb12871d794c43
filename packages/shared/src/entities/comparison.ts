import * as z from 'zod/mini'
import { code } from './primitives'

/** A rectangle in pixels of an image at its natural size. */
const areaSchema = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() })

/** A difference between two versions of a design. An area is null on the side where the content does not exist. */
const changeOfDesignSchema = z.object({
  kind: z.enum(['added', 'removed', 'moved', 'changed']),
  before: z.nullable(areaSchema),
  after: z.nullable(areaSchema),
})
export type ChangeOfDesign = z.infer<typeof changeOfDesignSchema>

/** A part of a design over its whole width, in pixels of its image. */
const bandSchema = z.object({ y: z.number(), h: z.number() })

/** Consecutive rows that both versions have. */
export const runOfRowsSchema = z.object({ before: bandSchema, after: bandSchema })
export type RunOfRows = z.infer<typeof runOfRowsSchema>

const versionNumber = z.pipe(
  z.string(code('version_number_not_valid')).check(z.regex(/^[1-9]\d{0,8}$/)),
  z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(999_999_999))),
)

/** The numbers of two versions. Default: the newest one and the one before it. */
export const comparisonQuerySchema = z.object({
  from: z.optional(versionNumber),
  to: z.optional(versionNumber),
})
export type ComparisonQuery = z.infer<typeof comparisonQuerySchema>

export const comparisonSchema = z.object({
  from: z.number(),
  to: z.number(),
  /** Sorted from top to bottom. */
  changes: z.array(changeOfDesignSchema),
  /** Sorted from top to bottom. */
  runs: z.array(runOfRowsSchema),
})
export type Comparison = z.infer<typeof comparisonSchema>

/** A difference between a design and its build. */
export const differenceSchema = z.extend(changeOfDesignSchema, {
  /** From the place in the design to the place in the build, without how far everything around it went, in CSS px of the
   *  design; null where one side does not exist. */
  shift: z.nullable(z.object({ x: z.number(), y: z.number() })),
  /** How much wider and higher the build's is, in CSS px of the design; null where one side does not exist. */
  size: z.nullable(z.object({ w: z.number(), h: z.number() })),
  /** Distance of the colours by CIEDE2000, 0 to 100; null where one side does not exist or the colours are the same. */
  colour: z.nullable(z.number()),
  /** The words there in the design and in the build; null where unknown. */
  words: z.nullable(z.object({ before: z.string(), after: z.string() })),
})
export type Difference = z.infer<typeof differenceSchema>

/** What a build shows otherwise than its version. `before` is in pixels of the version, `after` in pixels of the build. */
export const buildDifferencesSchema = z.object({
  /** Sorted from top to bottom. */
  differences: z.array(differenceSchema),
  /** Sorted from top to bottom. */
  runs: z.array(runOfRowsSchema),
})
export type BuildDifferences = z.infer<typeof buildDifferencesSchema>
