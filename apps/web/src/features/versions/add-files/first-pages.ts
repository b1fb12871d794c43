import type { PageList } from '@pinmark/shared/entities/pages'
import { limits } from '@pinmark/shared/limits'

/** The first pages that can be drawn, as many as the limit allows. */
export function firstPages({ pages }: PageList): number[] {
  return pages.flatMap(({ width }, index) => (width > 0 ? [index + 1] : [])).slice(0, limits.pagesAtOnce)
}
