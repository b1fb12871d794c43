import { givenNames, shownName } from '@pinmark/shared/entities/comment'
import { m } from '@pinmark/words/messages'

/** The name of an author, in the language of the page if the server gave it. */
export function personName(name: string): string {
  if (name === givenNames.formerUser) return m.name_former_user()
  return name === givenNames.guest ? m.name_guest() : name
}

/** The name of the author of a message, which tells them apart from the others of the project. */
export function authorOf(message: Parameters<typeof shownName>[0]): string {
  return personName(shownName(message))
}
