import type { LinkPermission } from '@pinmark/shared/entities/primitives'
import type { Types } from 'mongoose'
import { isThread, type ReplyRecord, ThreadModel, type ThreadRecord } from '../comments/comment.record'
import { isOneOf } from '../mongo/queries'
import type { LinkRecord, ProjectRecord, TrashRecord, VersionRecord } from './project.record'

/** The lock of a link that has a password; null without one. */
export function lockOf({ passwordHash, lock }: LinkRecord): string | null {
  return passwordHash === null ? null : (lock ?? '')
}

/** What the link allows at this moment. */
export function permissionNow(link: LinkRecord): LinkPermission {
  return hasBecomeViewOnly(link) ? 'view' : link.permission
}

/** Whether the link has come to an end date after which it is view-only. */
export function hasBecomeViewOnly({ viewOnlyAt }: LinkRecord): boolean {
  return Boolean(viewOnlyAt && viewOnlyAt <= new Date())
}

/** The versions in the trash. Their comments are hidden, and are restored with them. */
export function hiddenVersions({ trash }: { trash: readonly Pick<TrashRecord, 'versions'>[] }): string[] {
  return trash.flatMap(({ versions }) => versions.map(({ publicId }) => publicId))
}

/** A version that is not deleted. */
export function findVersion(
  { designs }: Pick<ProjectRecord, 'designs'>,
  versionId: string,
): VersionRecord | undefined {
  return designs.flatMap(({ versions }) => versions).find(({ publicId }) => publicId === versionId)
}

/** The accounts of the owner and the members. */
export function designersOf({
  owner,
  members = [],
}: Pick<ProjectRecord, 'owner' | 'members'>): Types.ObjectId[] {
  return [owner, ...members.map(({ user }) => user)]
}

/** Comments are in the trash with their design or version, and replies with their comment. */
export async function isInTrash(
  { _id, trash }: Pick<ProjectRecord, '_id' | 'trash'>,
  message: ThreadRecord | ReplyRecord,
): Promise<boolean> {
  const hidden = hiddenVersions({ trash })
  if (isThread(message)) return hidden.includes(message.version)
  if (hidden.length === 0) return false
  const thread = { project: _id, number: message.thread, version: isOneOf(hidden) }
  return (await ThreadModel.exists(thread)) !== null
}
