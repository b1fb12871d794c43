import * as membersApi from '@pinmark/shared/api/members'
import type { Invited, MadeInvitation, Members, OpenInvitation } from '@pinmark/shared/entities/members'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { idFrom, newPublicId } from '../base/ids'
import { joinPath, readJoinToken } from '../base/seal'
import type { Config } from '../config'
import { requireUser, type Actor } from '../core/actor'
import { changeProject, changeProjectByItself } from '../core/change-project'
import { requireProject } from '../core/refusal'
import { isDesigner, isOwner } from '../core/rights'
import { storeMail } from '../mail/mail.record'
import { forgetSubscriberOf } from '../mail/subscriber.record'
import { handOver, memberFrom, findInvited, isOpenInvitation } from './members.record'
import type { Caps } from '../projects/owned-projects.record'
import type { JoinInvitationRecord, ProjectRecord } from '../projects/project.record'
import { hasElement, isUpTo } from '../mongo/queries'
import { accountKey } from '../visits/visit.record'

const dayMs = 24 * 60 * 60_000

/** @throws AppError project_not_found, not_allowed */
export async function listMembers(actor: Actor, projectId: string): Promise<Members> {
  const fields = { owner: 1, ownerName: 1, members: 1, invitations: 1 } as const
  const project = await requireProject(actor, projectId, membersApi.listMembers.action, fields)
  const { members = [], invitations = [] } = project
  return {
    owner: { name: project.ownerName },
    members: members.map(({ publicId, name, since }) => ({
      _id: publicId,
      name,
      since: since.toISOString(),
    })),
    offeredTo: members.find(({ offeredAt }) => offeredAt !== null)?.publicId ?? null,
    invitations: isOwner(actor, project) ? invitations.filter(isOpenInvitation).map(presentInvitation) : [],
  }
}

function presentInvitation({ id, email, endsAt }: JoinInvitationRecord): OpenInvitation {
  return { _id: id, email, endsAt: endsAt.toISOString() }
}

interface InviteDependencies {
  config: Config
  /** Counts the invitations that an address gets by mail, over all projects. */
  isMailedTooOften: (email: string) => Promise<boolean>
}

/** Makes an invitation, and sends it if it has an address and the server sends mail.
 *  @throws AppError those of `refusal`, and invitations_full */
export async function inviteMember(
  { config: { secrets, mail }, isMailedTooOften }: InviteDependencies,
  actor: Actor,
  projectId: string,
  { email, language }: { email: string | null; language: string },
): Promise<MadeInvitation> {
  const id = newPublicId()
  const endsAt = new Date(Date.now() + limits.invitationDays * dayMs)
  const invitation: JoinInvitationRecord = { id, email, endsAt, usedBy: null }
  const project = await changeProject(actor, projectId, membersApi.inviteMember.action, (unit) => {
    const kept = keptInvitations(unit.project)
    const { invitationsPerProject: limit } = limits
    if (kept.filter(isOpenInvitation).length >= limit)
      throw new AppError('invitations_full', { params: { limit } })
    unit.set({ invitations: [...kept, invitation] })
    return unit.project
  })
  if (mail !== null && email !== null && !(await isMailedTooOften(email)))
    await storeMail({
      ...{ _id: idFrom(`join ${id}`), kind: 'join' },
      ...{ email, language, project: project._id, about: id },
    })
  return { ...presentInvitation(invitation), path: joinPath(secrets.pepper, id) }
}

/** Those that can be used, and those that present members have used. */
function keptInvitations({ invitations = [], members = [] }: ProjectRecord): JoinInvitationRecord[] {
  const present = new Set<string | null>(members.map(({ publicId }) => publicId))
  return invitations.filter((one) => isOpenInvitation(one) || present.has(one.usedBy))
}

/** @throws AppError those of `refusal`, and invitation_not_found */
export function withdrawInvitation(actor: Actor, projectId: string, id: string): Promise<void> {
  return changeProject(actor, projectId, membersApi.withdrawInvitation.action, (unit) => {
    const kept = keptInvitations(unit.project)
    const others = kept.filter((one) => one.id !== id || one.usedBy !== null)
    if (others.length === kept.length) throw new AppError('invitation_not_found')
    unit.set({ invitations: others })
  })
}

/** @throws AppError join_link_over */
export async function readInvitation({ secrets }: Config, actor: Actor, token: string): Promise<Invited> {
  const found = await findByToken(secrets, token)
  const isJoined = found !== null && isDesigner(actor, found.project)
  if (!found?.isOpen && !isJoined) throw new AppError('join_link_over')
  const { project, invitation } = found
  return {
    project: project.name,
    owner: project.ownerName,
    endsAt: invitation.endsAt.toISOString(),
    joined: isJoined ? project.publicId : null,
  }
}

/** Uses an invitation, and makes the account a member. A repeated request gets the same answer.
 *  @throws AppError join_link_over, own_invitation, members_full */
export async function joinProject(
  { secrets }: Config,
  actor: Actor,
  token: string,
): Promise<{ _id: string }> {
  const user = requireUser(actor)
  const found = await findByToken(secrets, token)
  if (!found) throw new AppError('join_link_over')
  const joined = await changeProjectByItself(found.project, (unit) => {
    const { project } = unit
    if (isOwner(actor, project)) throw new AppError('own_invitation')
    if (isDesigner(actor, project)) return project
    const { members = [], deletedAt } = project
    const kept = keptInvitations(project)
    const invitation = kept.find(({ id }) => id === found.invitation.id)
    if (deletedAt || !invitation || !isOpenInvitation(invitation)) throw new AppError('join_link_over')
    const { membersPerProject: limit } = limits
    if (members.length >= limit) throw new AppError('members_full', { params: { limit } })
    unit.set({
      members: [...members, memberFrom({ _id: user.id, ...user })],
      invitations: kept.map((one) =>
        one === invitation ? { ...one, email: null, usedBy: user.publicId } : one,
      ),
    })
    return project
  })
  if (!joined) throw new AppError('join_link_over')
  // Designers get notices instead.
  await forgetSubscriberOf(joined._id, accountKey(user.id))
  return { _id: joined.publicId }
}

/** The project and the invitation behind an address; null for a text that is not one of this server. */
async function findByToken({ pepper }: Config['secrets'], token: string): ReturnType<typeof findInvited> {
  const id = readJoinToken(pepper, token)
  return id === null ? null : findInvited(id)
}

/** Removes a member. The owner may remove each of them, and members only themselves.
 *  @throws AppError those of `refusal`, and not_allowed, member_not_found */
export function removeMember(actor: Actor, projectId: string, memberId: string): Promise<void> {
  return changeProject(actor, projectId, membersApi.removeMember.action, (unit) => {
    const { project } = unit
    const { members = [] } = project
    if (!isOwner(actor, project) && actor.user?.publicId !== memberId) throw new AppError('not_allowed')
    const others = members.filter(({ publicId }) => publicId !== memberId)
    if (others.length === members.length) throw new AppError('member_not_found')
    unit.set({ members: others })
  })
}

/** Offers the project to one member. An offer to another member ends.
 *  @throws AppError those of `refusal`, and member_not_found */
export function offerProject(actor: Actor, projectId: string, memberId: string): Promise<void> {
  return changeProject(actor, projectId, membersApi.offerProject.action, (unit) => {
    const { members = [] } = unit.project
    if (members.every(({ publicId }) => publicId !== memberId)) throw new AppError('member_not_found')
    const now = new Date()
    unit.set({
      members: members.map((member) => ({
        ...member,
        offeredAt: member.publicId === memberId ? (member.offeredAt ?? now) : null,
      })),
    })
  })
}

/** Takes the offer back, or declines it. Members can decline only what is offered to them.
 *  @throws AppError those of `refusal` */
export function endOffer(actor: Actor, projectId: string): Promise<void> {
  return changeProject(actor, projectId, membersApi.endOffer.action, (unit) => {
    const { members = [] } = unit.project
    const mayEnd = isOwner(actor, unit.project)
    unit.set({
      members: members.map((member) =>
        mayEnd || member.publicId === actor.user?.publicId ? { ...member, offeredAt: null } : member,
      ),
    })
  })
}

/** Makes the member to whom a project is offered its owner, and the owner a member. The new owner may repeat it.
 *  @throws AppError those of `refusal`, and not_offered, project_limit_reached, storage_limit_reached */
export async function acceptOffer(actor: Actor, projectId: string, caps: Caps): Promise<void> {
  const find = () => requireProject(actor, projectId, membersApi.acceptOffer.action, { owner: 1 })
  const project = await find()
  const { id, name } = requireUser(actor)
  if (isOwner(actor, project)) return
  const isOffered = { members: hasElement({ user: id, offeredAt: isUpTo(new Date()) }) }
  const handedOver = await handOver(
    { _id: project._id, ...isOffered },
    { _id: id, name },
    { caps, keepsFormer: true },
  )
  // The same request may have been sent twice at once.
  if (!handedOver && !isOwner(actor, await find())) throw new AppError('not_offered')
}
