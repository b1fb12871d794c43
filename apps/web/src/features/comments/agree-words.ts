import type { Message } from '@pinmark/shared/entities/comment'
import { m } from '@pinmark/words/messages'
import { personName, formatFacts, formatList } from '../../lib/format'

type Agrees = Message['agrees']

/** Everyone who agrees, the visitor first. */
export function agreeingNames(agrees: Agrees): string[] {
  return agrees ? [...(agrees.mine ? [m.agree_me()] : []), ...agrees.names.map(personName)] : []
}

/** `You, Priya and 2 others agree`; null without an agreement.
 *  @param named how many names are listed before the others are counted */
export function agreeWords(agrees: Agrees, named: 1 | 2): string | null {
  const names = agreeingNames(agrees)
  const [first, second] = names
  if (first === undefined) return null
  if (second === undefined) return agrees?.mine ? m.agree_one_me() : m.agree_one({ name: first })
  if (names.length === 2) return m.agree_two({ names: formatList(names) })
  const rest = names.length - named
  return m.agree_many({ names: formatFacts(names.slice(0, named)), count: rest })
}
