import type { AppError } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { formatDate } from './clock'

/** A project with the reason why the server refuses it now, although its page was open before. */
export interface Closable {
  readonly goneBy?: AppError | null
}

/** What happened to the link of a project whose page was open. */
export function closedWords({ code, endedAt }: AppError): string {
  if (code === 'link_locked') return m.link_new_password()
  if (code === 'link_ended' && endedAt !== undefined) return m.link_ended_on({ date: formatDate(endedAt) })
  return m.link_was_closed()
}
