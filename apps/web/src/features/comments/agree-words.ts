import type { Message } from '@pinmark/shared/entities/comment'
import { counted } from '../../lib/plural'

type Agrees = Message['agrees']

/** Everyone who agrees, the visitor first. */
export function agreeingNames(agrees: Agrees): string[] {
  return agrees ? [...(agrees.mine ? ['You'] : []), ...agrees.names] : []
}

/** `You, Priya and 2 others agree`; null without an agreement.
 *  @param named how many names are listed before the others are counted */
export function agreeWords(agrees: Agrees, named: 1 | 2): string | null {
  const names = agreeingNames(agrees)
  const [first, second] = names
  if (first === undefined) return null
  if (second === undefined) return `${first} ${first === 'You' ? 'agree' : 'agrees'}`
  if (names.length === 2) return `${first} and ${second} agree`
  const rest = names.length - named
  const others = counted(rest, 'other')
  return `${named === 2 ? `${first}, ${second}` : first} and ${others} agree`
}
