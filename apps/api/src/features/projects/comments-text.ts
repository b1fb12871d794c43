import { isStranger, type Actor } from '../../access/actor'
import { commentRights } from '../../access/rights'
import type { ProjectRecord } from '../../models/project'
import { threadsOf, type StoredPage } from '../../models/threads'
import { ByteCache } from '../../platform/byte-cache'
import { presentThread } from '../../presenters/comment'

/** The text made of them weighs about as much again. */
const maxStoredBytes = 8 * 1024 * 1024
const made = new ByteCache<{ bytes: Buffer; text: string }>(maxStoredBytes)

/** A page of comments as JSON, `Comment[]`. For strangers it is made once and kept with the bytes it was made of. What
 *  the database holds is read each time, and only the very same bytes give the same text again: it cannot be out of
 *  date, whoever changed what.
 *  @param page which one of the project's pages, such as `after 100, at most 200` */
export function commentsText(actor: Actor, project: ProjectRecord, page: string, stored: StoredPage): string {
  if (!isStranger(actor)) return write(actor, project, stored)
  const { permission, pausedAt } = project.link
  const key = [project._id.toHexString(), page, permission, pausedAt === null].join(' ')
  const bytes = Buffer.concat([...stored.threads, ...stored.replies])
  const known = made.get(key)
  if (known?.bytes.equals(bytes)) return known.text
  const text = write(actor, project, stored)
  made.set(key, { bytes, text })
  return text
}

function write(actor: Actor, project: ProjectRecord, stored: StoredPage): string {
  const rights = commentRights(actor, project)
  return JSON.stringify(
    threadsOf(stored).map(({ thread, replies }) => presentThread(thread, replies, rights)),
  )
}
