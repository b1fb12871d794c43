import { givenNames } from '@pinmark/shared/entities/comment'
import type { Wording } from '@pinmark/words/server'

/** The name of an author, in the language of the reader if the server gave it. */
export function sayName(m: Wording['m'], name: string): string {
  if (name === givenNames.formerUser) return m.name_former_user()
  return name === givenNames.guest ? m.name_guest() : name
}
