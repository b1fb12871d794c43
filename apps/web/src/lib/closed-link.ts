import type { Project } from '@pinmark/shared/entities/project'
import type { AppError } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { formatDate } from './clock'
import { accountId } from './session'

/** A project with the reason why the server refuses it now, although its page was open before. */
export interface Closable {
  readonly goneBy?: AppError | null
}

/** What happened to a project whose page was open, or to its link. No link keeps its owner and its members out. */
export function closedWords(
  { code, endedAt }: AppError,
  { isOwner, isMember }: Pick<Project, 'isOwner' | 'isMember'>,
): string {
  if ((isOwner || isMember) && accountId() !== null) {
    const isDeleted = isOwner || (code === 'project_not_found' && endedAt !== undefined)
    return isDeleted ? m.project_was_deleted() : m.member_no_longer()
  }
  if (code === 'link_locked') return m.link_new_password()
  if (code === 'link_ended' && endedAt !== undefined) return m.link_ended_on({ date: formatDate(endedAt) })
  return m.link_was_closed()
}
