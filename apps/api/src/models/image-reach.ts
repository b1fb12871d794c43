import { Types } from 'mongoose'
import { lockOf } from './link-state'
import { ProjectModel, type ProjectRecord } from './project'
import { UserModel, type UserRecord } from './user'

/** What decides whether the images of a project may be seen. */
export interface ImageReach {
  linkId: string
  /** Closed links and those past their end show nothing. */
  isLinkClosed: boolean
  endsAt: Date | null
  /** Part of the addresses that guests get while the link has a password. */
  lock: string | null
  /** Images of deleted designs and removed versions: for the owner alone. */
  trashed: ReadonlySet<string>
  /** Raised by every change to the designs, and so whenever images of theirs are removed. */
  designsRevision: number
  /** Account of the owner, hex. */
  owner: string
  /** Raised when the owner logs out everywhere. */
  ownerVersion: number
}

/** The reach of these projects (hex); those that do not exist or lie in the trash are left out. */
export async function findImageReach(projects: string[]): Promise<Map<string, ImageReach>> {
  const found = await ProjectModel.db
    .collection<ProjectRecord>(ProjectModel.collection.collectionName)
    .find(
      { _id: { $in: projects.map((id) => new Types.ObjectId(id)) }, deletedAt: null },
      { projection: { linkId: 1, link: 1, owner: 1, designsRevision: 1, 'trash.versions.image': 1 } },
    )
    .toArray()
  const owners = await UserModel.db
    .collection<UserRecord>(UserModel.collection.collectionName)
    .find({ _id: { $in: found.map(({ owner }) => owner) } }, { projection: { tokenVersion: 1 } })
    .toArray()
  const versions = new Map(owners.map(({ _id, tokenVersion }) => [_id.toHexString(), tokenVersion]))
  return new Map(
    found.map(({ _id, linkId, link, owner, designsRevision, trash }) => [
      _id.toHexString(),
      {
        linkId,
        isLinkClosed: link.closedAt !== null,
        endsAt: link.endsAt,
        lock: lockOf(link),
        trashed: new Set(trash.flatMap(({ versions }) => versions.map(({ image }) => image))),
        designsRevision,
        owner: owner.toHexString(),
        ownerVersion: versions.get(owner.toHexString()) ?? 0,
      },
    ]),
  )
}
