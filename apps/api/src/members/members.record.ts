import type { QueryFilter } from 'mongoose'
import { protectedNameKeys } from '../base/name-keys'
import { ImageModel } from '../images/image.record'
import { checkCaps, ownerNameFields, type Caps } from '../projects/owned-projects.record'
import {
  ProjectModel,
  uncounted,
  type MemberRecord,
  type ProjectRecord,
  type JoinInvitationRecord,
} from '../projects/project.record'
import { changeAccount } from '../accounts/change-account'
import { UserModel, type UserRecord } from '../accounts/user.record'
import { endWebhooksOf } from '../webhooks/webhook.record'

interface HandOver {
  caps: Caps
  /** Makes the former owner a member. */
  keepsFormer: boolean
}

/** Makes an account the owner of a project. The storage of its images counts for them from now on. Comments stay as they
 *  were written, and the link stays the same. Webhooks that the former owner made for this project alone end. All of it is one transaction, so a project always has exactly one owner.
 *  @returns the project as it was before; null when none matches the filter
 *  @throws AppError project_limit_reached, storage_limit_reached, and session_ended when the account was deleted meanwhile;
 *  nothing is stored then */
export function handOver(
  which: QueryFilter<ProjectRecord>,
  to: Pick<UserRecord, '_id' | 'name'>,
  { caps, keepsFormer }: HandOver,
): Promise<ProjectRecord | null> {
  return changeAccount(to._id, async (session) => {
    const project = await ProjectModel.findOneAndUpdate(
      { ...which, deletedAt: null },
      {
        // What is new differs for each owner.
        $set: { owner: to._id, ...ownerNameFields(to), 'stats.seq': uncounted },
        $inc: { seq: 1 },
        $unset: { creation: '' },
      },
      { session, returnDocument: 'before' },
    ).lean<ProjectRecord>()
    if (!project) return null
    const others = (project.members ?? []).filter(({ user }) => !user.equals(to._id))
    const former = keepsFormer ? await UserModel.findById(project.owner).session(session).lean() : null
    const members = [
      ...(former ? [memberFrom(former)] : []),
      ...others.map((member) => ({ ...member, offeredAt: null })),
    ]
    await ProjectModel.updateOne({ _id: project._id }, { $set: { members } }, { session })
    await ImageModel.updateMany(
      { owner: project.owner, project: project._id },
      { owner: to._id },
      { session },
    )
    await endWebhooksOf({ owner: project.owner, project: project._id }, session)
    await checkCaps(to._id, caps, {}, session)
    return project
  })
}

/** An account as a new member of a project. */
export function memberFrom({
  _id,
  publicId,
  name,
}: Pick<UserRecord, '_id' | 'publicId' | 'name'>): MemberRecord {
  const nameKeys = protectedNameKeys(name)
  return { user: _id, publicId, name, nameKeys, since: new Date(), offeredAt: null }
}

interface Invited {
  project: ProjectRecord
  invitation: JoinInvitationRecord
  /** Whether it can still be used. */
  isOpen: boolean
}

/** The project to which an invitation admits, unless it is in the trash. It needs no permit: who knows the address of an
 *  invitation may know the name of its project. */
export async function findInvited(id: string): Promise<Invited | null> {
  const project = await ProjectModel.findOne({ 'invitations.id': id, deletedAt: null }).lean<ProjectRecord>()
  const invitation = project?.invitations?.find((one) => one.id === id)
  return project && invitation ? { project, invitation, isOpen: isOpenInvitation(invitation) } : null
}

export function isOpenInvitation({ usedBy, endsAt }: JoinInvitationRecord): boolean {
  return usedBy === null && endsAt > new Date()
}
