import * as commentsApi from '@pinmark/shared/api/comments'
import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import type { Agreement } from '@pinmark/shared/entities/comment-requests'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { authorOf, type Actor } from '../../access/actor'
import type { ImageKeys } from '../../access/image-keys'
import { checkGuestName, namesAreFree } from '../../access/guest-name'
import { permit } from '../../access/permit'
import { requireProject } from '../../access/require-project'
import { isMine, isOwner } from '../../access/rights'
import { tryAgain } from '../../base/try-again'
import { isThread, ThreadModel } from '../../models/comment'
import { doesNotExist, hasNoElement } from '../../models/filter-operators'
import { labelPerson } from '../../models/namesakes'
import type { ProjectRecord } from '../../models/project'
import { beginChange, completeChange } from '../../models/project-stats'
import { bytesOfAgreement, takeReplyRoom } from '../../models/reply-room'
import {
  findComment,
  holdAnswerOf,
  presentComment,
  type CommentAddress,
  type CommentRecord,
  type HoldAnswer,
} from './changed-comment'

interface AgreeOptions {
  imageKeys: ImageKeys
  holdAnswer: HoldAnswer
  /** Counts browsers that agree. @throws AppError too_many_browsers */
  countBrowser: (actor: Actor, room: string) => Promise<void>
}

/** The field of the last agreement that fits. A message that has it is full. */
const lastAgreement = `agrees.${limits.agreesPerMessage - 1}`

/** Tries of one request, each after another request removed an agreement at the same time. */
const maxTries = 5

/** Stores that the caller agrees with a comment or reply, or removes the agreement. Each person counts once,
 *  and authors cannot agree with themselves.
 *  @throws AppError those of `refusal`, and guest_secret_required, commenter_is_owner, commenter_claims_role,
 *  comment_not_found, own_comment, agreement_limit_reached, too_many_browsers, server_busy, answers_waiting */
export async function setAgreement(
  actor: Actor,
  { projectId, commentId }: CommentAddress,
  wanted: Agreement,
  { imageKeys, holdAnswer, countBrowser }: AgreeOptions,
): Promise<Comment | Reply> {
  const person = authorOf(actor)
  const ofPerson = byActor(actor)
  if (person.user === null && person.guest === null) throw new AppError('guest_secret_required')
  const project = await beginCommentChange(actor, projectId, wanted)
  return completeChange(project, async () => {
    const message = await findComment(project, commentId)
    if (message.deletedAt) throw new AppError('comment_not_found')
    if (wanted.agree && isMine(actor, message)) throw new AppError('own_comment')
    holdAnswerOf(message, holdAnswer)
    const isFirst = wanted.agree && !agreesAlready(actor, message)
    if (isFirst) await countBrowser(actor, `${project.publicId} ${message.publicId}`)
    const name = isOwner(actor, project)
      ? project.ownerName
      : await (wanted.agree ? labelPerson(project._id, wanted.commenter, person) : '')
    if (isFirst && !isThread(message)) {
      const room = { count: 0, bytes: bytesOfAgreement(name), refusal: 'agreement_limit_reached' } as const
      await takeReplyRoom({ project: project._id, number: message.thread }, room)
    }
    const update = wanted.agree
      ? { $push: { agrees: { ...person, name, at: new Date() } } }
      : { $pull: { agrees: ofPerson } }
    // The second of two concurrent requests finds the agreement of the first. Concurrent requests of many people do not
    // exceed the limit.
    const conditions = wanted.agree ? { agrees: hasNoElement(ofPerson), [lastAgreement]: doesNotExist } : {}
    const filter = { ...conditions, _id: message._id, deletedAt: null }
    for (let tries = 0; tries < maxTries; tries += 1) {
      const changed = await ThreadModel.findOneAndUpdate(filter, update, {
        returnDocument: 'after',
      }).lean<CommentRecord>()
      const found = changed ?? (await findComment(project, commentId))
      if (!wanted.agree || agreesAlready(actor, found))
        return presentComment({ actor, project, imageKeys }, found)
      if (found.deletedAt) throw new AppError('comment_not_found')
      if ((found.agrees ?? []).length >= limits.agreesPerMessage)
        throw new AppError('agreement_limit_reached')
      // An agreement that stood in the way was removed in between.
    }
    throw tryAgain()
  })
}

/** Selects the agreements that `isMine` finds: those of the account, and those of its browser before it logged in. */
function byActor({ user, guestHash: guest }: Actor) {
  const asGuest = { user: null, guest }
  if (!user) return asGuest
  return guest === null ? { user: user.id } : { $or: [{ user: user.id }, asGuest] }
}

function agreesAlready(actor: Actor, { agrees = [] }: CommentRecord): boolean {
  return agrees.some((author) => isMine(actor, { author }))
}

/** The permission and the name are conditions of the first write, as for a comment. */
async function beginCommentChange(
  actor: Actor,
  projectId: string,
  { agree, commenter }: Agreement,
): Promise<ProjectRecord> {
  const { action } = commentsApi.setAgreement
  const begun = await beginChange(permit(actor, projectId, action, agree ? namesAreFree([commenter]) : {}))
  if (begun) return begun
  const project = await requireProject(actor, projectId, action)
  checkGuestName(commenter, project)
  // The state changed in between.
  throw tryAgain()
}
