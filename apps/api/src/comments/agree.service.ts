import * as commentsApi from '@pinmark/shared/api/comments'
import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import type { Agreement } from '@pinmark/shared/entities/comment-requests'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { authorOf, type Actor } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import { checkGuestName } from './guest-name'
import { designerName, isMine } from '../core/rights'
import { changeProject } from '../core/change-project'
import type { Unit } from '../core/unit'
import { isThread, type AgreeRecord } from './comment.record'
import { labelPerson } from './namesakes.record'
import { findComment, presentComment, type CommentAddress, type CommentRecord } from './changed-comment'
import { bytesOfReply, changeRoom } from './thread-state'

interface AgreeOptions {
  imageKeys: ImageKeys
  /** Counts browsers that agree. @throws AppError too_many_browsers */
  countBrowser: (actor: Actor, room: string) => Promise<void>
}

/** Stores that the caller agrees with a comment or reply, or removes the agreement. Each person counts once,
 *  and authors cannot agree with themselves.
 *  @throws AppError those of `refusal`, and guest_secret_required, commenter_is_owner, commenter_claims_role,
 *  comment_not_found, own_comment, agreement_limit_reached, too_many_browsers, server_busy */
export async function setAgreement(
  actor: Actor,
  { projectId, commentId }: CommentAddress,
  wanted: Agreement,
  { imageKeys, countBrowser }: AgreeOptions,
): Promise<Comment | Reply> {
  const person = authorOf(actor)
  if (person.user === null && person.guest === null) throw new AppError('guest_secret_required')
  const { action } = commentsApi.setAgreement
  const changed = await changeProject(actor, projectId, action, async (unit) => {
    const { project } = unit
    const ownName = designerName(actor, project)
    if (wanted.agree && ownName === null) checkGuestName(wanted.commenter, project)
    const message = await findComment(project, commentId)
    if (message.deletedAt) throw new AppError('comment_not_found')
    if (wanted.agree && isMine(actor, message)) throw new AppError('own_comment')
    const { agrees = [] } = message
    const others = agrees.filter((author) => !isMine(actor, { author }))
    const isSame = wanted.agree === others.length < agrees.length
    if (isSame) return { project, message }
    if (!wanted.agree) return { project, message: await store(unit, message, others) }

    if (agrees.length >= limits.agreesPerMessage) throw new AppError('agreement_limit_reached')
    await countBrowser(actor, `${project.publicId} ${message.publicId}`)
    const name = ownName ?? (await labelPerson(project._id, wanted.commenter, person))
    const agreement = { ...person, name, at: new Date() }
    return { project, message: await store(unit, message, [...agrees, agreement]) }
  })
  return presentComment({ actor, imageKeys, project: changed.project }, changed.message)
}

async function store(unit: Unit, message: CommentRecord, agrees: AgreeRecord[]): Promise<CommentRecord> {
  if (!isThread(message)) {
    const [bytes, replacedBytes] = [bytesOfReply({ ...message, agrees }), bytesOfReply(message)]
    await changeRoom(unit, message, { bytes, replacedBytes }, 'agreement_limit_reached')
  }
  return unit.update(message, { agrees })
}
