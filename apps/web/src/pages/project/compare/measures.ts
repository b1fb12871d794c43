import type { Difference } from '@pinmark/shared/entities/comparison'
import { m } from '@pinmark/words/messages'
import { formatFacts } from '../../../lib/format'

export const differenceNames: Record<Difference['kind'], () => string> = {
  added: () => m.difference_added(),
  removed: () => m.difference_removed(),
  moved: () => m.difference_moved(),
  changed: () => m.difference_changed(),
}

/** How the build differs from the design there, in whole CSS px of the design: `12 px lower, 4 px wider`; empty without a
 *  measure. */
export function measuresOf({ shift, size, colour }: Difference): string {
  const facts = [
    measure(m.difference_y, shift?.y),
    measure(m.difference_x, shift?.x),
    measure(m.difference_w, size?.w),
    measure(m.difference_h, size?.h),
    ...(colour !== null && Math.round(colour) > 0
      ? [m.difference_colour({ distance: Math.round(colour) })]
      : []),
  ]
  return formatFacts(facts.filter((fact) => fact !== null))
}

/** The first words of a comment on a difference. */
export function commentOn(difference: Difference): string {
  const { kind, words } = difference
  const said = words && words.before !== '' && words.after !== '' ? m.difference_words(words) : ''
  const facts = [measuresOf(difference), said].filter((fact) => fact !== '')
  if (facts.length === 0) return `${differenceNames[kind]()}. `
  return `${m.difference_comment({ measures: formatFacts(facts) })} `
}

function measure(
  say: (inputs: { way: 'more' | 'other'; px: number }) => string,
  distance: number | undefined,
): string | null {
  const px = Math.round(Math.abs(distance ?? 0))
  return px === 0 ? null : say({ way: (distance ?? 0) > 0 ? 'more' : 'other', px })
}
