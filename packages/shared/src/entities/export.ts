import * as z from 'zod/mini'
import { limits } from '../limits'
import { normalizeName } from '../text'
import { code } from './primitives'

export const exportFormats = ['csv', 'json', 'markdown', 'annotations', 'png'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Version of the JSON format. It increases when a field is removed or changes its meaning. New fields may be
 *  added at any time. */
export const exportFormatVersion = 1

const wrong = code('export_filter_not_valid')

/** The comments to export, and their order. Default: all of them, by number. */
export const exportFilterSchema = z.object({
  status: z._default(z.enum(['open', 'resolved', 'check', 'confirm', 'all'], wrong), 'all'),
  /** Words in a name or text of the thread, or its number. */
  search: z.optional(z.string(wrong).check(z.maxLength(limits.exportSearch.max))),
  /** The shown name of the comment's author, or of the author of one of its replies: `person`, or else `commenter`. A
   *  number makes it longer than the name that was sent. */
  person: z.optional(
    z.string(wrong).check(z.overwrite(normalizeName), z.maxLength(2 * limits.commenter.max)),
  ),
  /** Only comments that the caller wrote or replied to. */
  mine: z.optional(z.enum(['true'], wrong)),
  /** Numbers of comments and ranges of them, such as `1-3,7`. */
  numbers: z.optional(
    z
      .string(wrong)
      .check(z.maxLength(limits.exportNumbers.max), z.regex(/^\d{1,9}(-\d{1,9})?(,\d{1,9}(-\d{1,9})?)*$/)),
  ),
  /** Ids of designs, separated by commas. Default: all. */
  design: z.optional(z.string(wrong).check(z.maxLength(limits.designsPerProject * 23))),
  /** The comments that the page shows on this version: `newest`, or a number, which requires one design.
   *  Default: comments of all versions, including resolved ones of older versions. */
  version: z.optional(z.string(wrong).check(z.regex(/^(newest|[1-9]\d{0,8})$/))),
  order: z._default(z.enum(['number', 'place', 'newest'], wrong), 'number'),
  replies: z._default(z.enum(['true', 'false'], wrong), 'true'),
})
export type ExportFilter = z.infer<typeof exportFilterSchema>

export const exportQuerySchema = z.object({
  format: z._default(z.enum(exportFormats, code('export_format_unknown')), 'json'),
  ...exportFilterSchema.shape,
})
export type ExportQuery = z.infer<typeof exportQuerySchema>

/** Reads a list such as `1-3,7` once. @returns whether a number is in it */
export function readRanges(list: string): (number: number) => boolean {
  const ranges = rangesOf(list)
  return (number) => ranges.some(({ from, to }) => number >= from && number <= to)
}

/** The least and the greatest number of such a list. */
export function spanOfRanges(list: string): { first: number; last: number } {
  const ends = rangesOf(list).flatMap(({ from, to }) => [from, to])
  return { first: Math.min(...ends), last: Math.max(...ends) }
}

function rangesOf(list: string): { from: number; to: number }[] {
  return list.split(',').map((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return { from, to }
  })
}
