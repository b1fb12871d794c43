import { ProjectModel, type JoinInvitationRecord, type ProjectRecord } from './project.record'

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
