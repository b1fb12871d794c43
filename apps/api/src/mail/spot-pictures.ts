import type { Log } from '../base/log'
import { lineOfAccount } from '../base/fair-slots'
import type { ReplyRecord, ThreadRecord } from '../comments/comment.record'
import { loadRendition, viewReader } from '../images/image.record'
import { lockOf } from '../projects/link-state'
import type { OutboxProject } from '../outbox/outbox.record'
import { cutSpots } from '../images/renditions/render'
import { shownPictures } from '../comments/comment.presenter'
import { cutOf } from '../comments/spot'

/** Pictures of the spots of comments, by the public ids of the comments. A project behind a password has none,
 *  because its password does not protect a mailbox. A picture that cannot be made is left out of the mail.
 *  @returns JPEGs */
export async function drawSpots(
  project: OutboxProject,
  threads: Iterable<ThreadRecord>,
  log: Log,
): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  if (lockOf(project.link) !== null) return found
  const drawn = [...threads].filter(({ kind, deletedAt }) => kind !== 'design' && deletedAt === null)
  for (const version of project.designs.flatMap(({ versions }) => versions)) {
    const spots = drawn.filter((thread) => thread.version === version.publicId)
    if (spots.length === 0) continue
    try {
      const cuts = await cutSpots(viewReader(version.image), spots.map(cutOf), waiterOf(project))
      cuts.forEach((cut, index) => found.set(spots[index]?.publicId ?? '', cut))
    } catch (error) {
      log.warn({ err: error, project: project.publicId }, 'a mail is sent without pictures of its spots')
    }
  }
  return found
}

/** Maximum number of pictures in one mail, so that mail servers accept its size. */
const maxPictures = 20

/** The pictures in messages, small, by their public ids, under the same rules.
 *  @returns JPEGs */
export async function drawPictures(
  project: OutboxProject,
  messages: readonly (ThreadRecord | ReplyRecord)[],
  log: Log,
): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  if (lockOf(project.link) !== null) return found
  for (const { id, image } of messages.flatMap(shownPictures).slice(0, maxPictures)) {
    try {
      const picture = await loadRendition(image, 'thumbnail')
      if (!picture) continue
      const [small] = await cutSpots(picture.bytes, ['whole'], waiterOf(project))
      if (small) found.set(id, small)
    } catch (error) {
      log.warn({ err: error, project: project.publicId }, 'a mail is sent without a picture of a comment')
    }
  }
  return found
}

const waiterOf = ({ owner }: OutboxProject) => ({ account: lineOfAccount(owner), network: 'mail' })
