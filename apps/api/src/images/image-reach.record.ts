import { Types } from 'mongoose'
import { designersOf, lockOf } from '../projects/link-state'
import { ProjectModel, imagesOf, type ProjectRecord } from '../projects/project.record'
import { UserModel, type UserRecord } from '../accounts/user.record'

/** What decides whether images of a project are visible. */
export interface ImageReach {
  linkId: string
  /** A closed or ended link shows no images. */
  isLinkClosed: boolean
  endsAt: Date | null
  /** Part of the addresses for guests while the link has a password. */
  lock: string | null
  /** Images of deleted designs and removed versions are visible to designers only. */
  trashed: ReadonlySet<string>
  /** Increased by every change to the designs, and so whenever their images are removed. */
  designsRevision: number
  /** The accounts of the owner and the members, hex, each with its `tokenVersion`, which logging out everywhere increases. */
  designers: ReadonlyMap<string, number>
}

/** The reach of these projects, by id (hex). Missing projects and those in the trash are left out. */
export async function findImageReach(projects: string[]): Promise<Map<string, ImageReach>> {
  const found = await ProjectModel.db
    .collection<ProjectRecord>(ProjectModel.collection.collectionName)
    .find(
      { _id: { $in: projects.map((id) => new Types.ObjectId(id)) }, deletedAt: null },
      {
        projection: {
          linkId: 1,
          link: 1,
          owner: 1,
          members: 1,
          designsRevision: 1,
          'trash.versions.image': 1,
          'trash.versions.build.image': 1,
        },
      },
    )
    .toArray()
  const designers = await UserModel.db
    .collection<UserRecord>(UserModel.collection.collectionName)
    .find({ _id: { $in: found.flatMap(designersOf) } }, { projection: { tokenVersion: 1 } })
    .toArray()
  const versions = new Map(designers.map(({ _id, tokenVersion }) => [_id.toHexString(), tokenVersion]))
  return new Map(
    found.map(({ _id, linkId, link, designsRevision, trash, ...people }) => [
      _id.toHexString(),
      {
        linkId,
        isLinkClosed: link.closedAt !== null,
        endsAt: link.endsAt,
        lock: lockOf(link),
        trashed: new Set(trash.flatMap(({ versions }) => imagesOf(versions))),
        designsRevision,
        designers: new Map(
          designersOf(people).map((id) => [id.toHexString(), versions.get(id.toHexString()) ?? 0]),
        ),
      },
    ]),
  )
}
