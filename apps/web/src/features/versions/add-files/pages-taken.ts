import type { PageList } from '@pinmark/shared/entities/pages'
import { limits } from '@pinmark/shared/limits'

/** As many pages as can be taken, from the first one on, without those that cannot be drawn. */
export function mostPages({ pages }: PageList): number[] {
  return pages.flatMap(({ width }, index) => (width > 0 ? [index + 1] : [])).slice(0, limits.pagesAtOnce)
}
