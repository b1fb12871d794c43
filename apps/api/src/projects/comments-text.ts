import { isStranger, type Actor } from '../core/actor'
import { commentView, presentThread } from '../comments/comment.presenter'
import type { ImageKeys } from '../images/image-keys'
import { guestRightsKey } from '../core/rights'
import { hiddenVersions, lockOf } from './link-state'
import { findStoredPage, threadsOf, type PageRequest, type StoredPage } from '../comments/threads.record'
import { byteCache } from '../base/budgets'
import type { CommentedProject } from './shown-project'

export interface CommentsText {
  /** `Comment[]` as JSON. */
  readonly text: string
  /** Continues the page, null after the last one. */
  readonly next: number | null
}

/** Limit of the texts together. */
const maxBytes = 16 * 1024 * 1024
const made = byteCache<CommentsText>(maxBytes)

/** A page of comments as JSON. For visitors without an account it is made once. Every change of its
 *  comments has a number, so the text of a number stays the same.
 *  @param project as it is stored at this moment
 *  @param page threads above the number `after`, at most `limit` of them */
export async function commentsText(
  actor: Actor,
  project: CommentedProject,
  page: Pick<PageRequest, 'after' | 'limit'>,
  imageKeys: ImageKeys,
): Promise<CommentsText> {
  const { _id, seq, hasReplies, link } = project
  const make = async () => {
    const request = { project: _id, hasReplies, hidden: hiddenVersions(project), ...page }
    return write(actor, project, await findStoredPage(request), imageKeys)
  }
  if (!isStranger(actor)) return make()

  const key = [
    _id.toHexString(),
    seq,
    page.after ?? 0,
    page.limit ?? 'all',
    guestRightsKey(project),
    project.designsRevision,
    // The addresses of pictures end with the link.
    project.linkId,
    lockOf(link),
  ].join(' ')
  const known = made.get(key)
  if (known) return known
  const fresh = await make()
  made.set(key, fresh)
  return fresh
}

function write(
  actor: Actor,
  project: CommentedProject,
  stored: StoredPage,
  imageKeys: ImageKeys,
): CommentsText {
  const view = commentView(actor, project, imageKeys)
  const comments = threadsOf(stored).map(({ thread, replies }) =>
    presentThread(thread, replies, view, project),
  )
  return { text: JSON.stringify(comments), next: stored.next }
}
