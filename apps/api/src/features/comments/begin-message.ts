import * as commentsApi from '@pinmark/shared/api/comments'
import type { QueryFilter } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { permitKey, type Actor } from '../../access/actor'
import { checkGuestName, namesAreFree } from '../../access/guest-name'
import { permit } from '../../access/permit'
import { requireProject } from '../../access/require-project'
import { isOwner } from '../../access/rights'
import { Coalescer } from '../../base/coalescer'
import { findEarlier, type Earlier, type RequestDigest } from '../../models/comment-writes'
import type { ProjectRecord } from '../../models/project'
import { beginChange, recountSize } from '../../models/project-stats'
import { capFor, roomFor } from './comment-cap'
import { placeExists, type Place } from './spot'

interface MessageRequest {
  actor: Actor
  projectId: string
  commenter: string
  digest: RequestDigest
  maxComments: number
  kind: 'thread' | 'reply'
  /** The place of a thread. */
  place?: Place
  /** Throws the reason why the place is not valid. */
  explain?: (project: ProjectRecord) => void
  /** Always refuses the message, unless there is another reason to refuse it. */
  refused: AppError | null
}

interface Begun {
  /** The project right after this message began. The number of a new thread is the one before `nextNumber`. */
  project: ProjectRecord
  /** Set when an earlier try stored a message, and nothing was begun. */
  earlier: Earlier | null
}

/** Begins a comment or reply. Permission, cap and the owner's name are conditions of the write. The reason is looked
 *  up only when the write matches nothing.
 *  @throws AppError those of `refusal`, and commenter_is_owner, commenter_claims_role, comment_limit_reached,
 *  idempotency_key_reused */
export async function beginMessage(request: MessageRequest): Promise<Begun> {
  const { actor, projectId, commenter, digest, maxComments, explain, refused } = request
  const begun = refused ? null : await coalescedMessages.add(batchOf(request), request)
  if (begun) return { project: begun, earlier: null }

  const project = await requireProject(actor, projectId, actionOf(request))
  // The first try may have been the one that reached the cap.
  const earlier = await findEarlier(project, digest)
  if (earlier) return { project, earlier }
  if (!isOwner(actor, project)) checkGuestName(commenter, project)
  explain?.(project)
  if (refused) throw refused

  const hasRoom = (await recountSize(project._id)) < capFor(isOwner(actor, project), maxComments)
  const begunNow = hasRoom ? await beginMessages([request]) : null
  if (!begunNow) throw new AppError('comment_limit_reached')
  return { project: begunNow, earlier: null }
}

/** The permission that the endpoint of the message needs. */
function actionOf({ kind }: MessageRequest) {
  return kind === 'thread' ? commentsApi.addComment.action : commentsApi.addReply.action
}

/** Every message raises the same counter of its project, and writes to one document run one after the other. Messages
 *  with the same permission therefore begin in one write. */
const coalescedMessages = new Coalescer(100, async (requests: readonly MessageRequest[]) => {
  const together = requests.length > 1 ? await beginMessages(requests) : null
  if (!together) return Promise.allSettled(requests.map((request) => beginMessages([request])))
  return requests.map((_, index) => {
    const later = requests.length - 1 - index
    return { status: 'fulfilled', value: { ...together, nextNumber: together.nextNumber - later } }
  })
})

/** Requests of one batch differ only in names, corners and words. */
function batchOf({ actor, projectId, kind, place }: MessageRequest): string {
  return [projectId, permitKey(actor), kind, place?.design, place?.version ?? 'front'].join(' ')
}

/** Begins all of these messages or none, because the conditions of the write have to hold for each of them.
 *  @returns the project after the last one; null when one of them may not begin */
function beginMessages(requests: readonly MessageRequest[]): Promise<ProjectRecord | null> {
  const [first] = requests
  if (!first) throw new Error('a coalesced batch is empty')
  const { actor, projectId, maxComments, kind } = first
  const count = requests.length
  const names = requests.map(({ commenter }) => commenter)
  const room = roomFor(count, maxComments)
  const mayWrite = permit(actor, projectId, actionOf(first), {
    ...namesAreFree(names),
    ...room.forGuests,
  })
  const conditions = {
    ...placesExist(requests.flatMap(({ place }) => place ?? [])),
    ...room.forAll,
  }
  const change =
    kind === 'thread'
      ? { $inc: { nextNumber: count, size: count } }
      : { $inc: { size: count }, $set: { hasReplies: true } }
  return beginChange(mayWrite, { ...change, conditions, count })
}

/** All places are on one version, and the version has to contain the farthest corner. */
function placesExist(places: readonly Place[]): QueryFilter<ProjectRecord> {
  const [first] = places
  if (!first) return {}
  const corners = places.map(({ corner }) => corner)
  return placeExists({
    design: first.design,
    version: first.version,
    corner: {
      width: Math.max(...corners.map(({ width }) => width)),
      height: Math.max(...corners.map(({ height }) => height)),
    },
  })
}
