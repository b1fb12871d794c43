import { isStranger, type Actor } from '../../access/actor'
import { commentView } from '../../access/comment-view'
import type { ImageKeys } from '../../access/image-keys'
import { guestRightsKey } from '../../access/rights'
import { hiddenVersions } from '../../models/hidden-versions'
import { lockOf } from '../../models/link-state'
import { commentsState } from '../../models/project-stats'
import { findStoredPage, threadsOf, type PageRequest, type StoredPage } from '../../models/threads'
import { ByteCache } from '../../base/byte-cache'
import { presentThread } from '../../presenters/comment'
import type { CommentedProject } from './shown-project'

export interface CommentsText {
  /** `Comment[]` as JSON. */
  readonly text: string
  /** Continues the page, null after the last one. */
  readonly next: number | null
}

interface Made extends CommentsText {
  /** The stored bytes that it was made of. */
  bytes: Buffer
  state: string | null
}

/** Limit of the texts together with the stored bytes that they were made of. */
const maxBytes = 16 * 1024 * 1024
const made = new ByteCache<Made>(maxBytes)

/** A page of comments as JSON. For visitors without an account it is made once. The project's state shows
 *  whether its comments have changed since. While a change is under way, the text is reused only for the same
 *  stored bytes.
 *  @param project as it is stored at this moment
 *  @param page threads above the number `after`, at most `limit` of them */
export async function commentsText(
  actor: Actor,
  project: CommentedProject,
  page: Pick<PageRequest, 'after' | 'limit'>,
  imageKeys: ImageKeys,
): Promise<CommentsText> {
  const { _id, hasReplies, link } = project
  const read = () => findStoredPage({ project: _id, hasReplies, hidden: hiddenVersions(project), ...page })
  if (!isStranger(actor)) return write(actor, project, await read(), imageKeys)

  const key = [
    _id.toHexString(),
    page.after ?? 0,
    page.limit ?? 'all',
    guestRightsKey(project),
    project.designsRevision,
    // The addresses of pictures end with the link.
    project.linkId,
    lockOf(link),
  ].join(' ')
  const known = made.get(key)
  const state = commentsState(project)
  if (known && state !== null && known.state === state) return known
  const stored = await read()
  const bytes = Buffer.concat([...stored.threads, ...stored.replies])
  const { text } = known?.bytes.equals(bytes) ? known : write(actor, project, stored, imageKeys)
  const fresh = { text, next: stored.next, bytes, state }
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
