import type { LinkPermission } from '@pinmark/shared/entities/primitives'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/errors'
import { requireUser, type Actor } from '../../access/actor'
import { protectedNameKeys } from '../../base/name-keys'
import type { ImageKeys } from '../../access/image-keys'
import { deleteImages, storeImage } from '../../models/image'
import type { StorageUse } from '../../models/image-upkeep'
import {
  checkCaps,
  insertProject,
  shrinkTrash,
  withdrawProject,
  type Caps,
} from '../../models/owned-projects'
import type { ProjectRecord } from '../../models/project'
import { newRecordId } from '../../models/record-id'
import { versionImageOf, type VersionImage } from '../../models/version-image'
import { isLivingUser } from '../../models/user'
import { hasRoom, type DiskRoom } from '../../platform/disk-room'
import { newPublicId } from '../../base/public-id'
import { renderImage } from '../../platform/renditions/render'
import { presentSummary } from '../../presenters/project'

interface NewProject {
  name: string
  image: Buffer
}

export interface CreateOptions {
  caps: Caps
  linkPermission: LinkPermission
  room: DiskRoom
  imageKeys: ImageKeys
}

/** Makes a project from one image: the image first, the project last, so that a crash leaves nothing to be seen.
 *  @throws AppError sign_in_required, session_ended, project_limit_reached, storage_limit_reached, no_room_left, and whatever `renderImage` says */
export async function createProject(
  actor: Actor,
  { name, image }: NewProject,
  { caps, linkPermission, room, imageKeys }: CreateOptions,
): Promise<ProjectSummary> {
  const user = requireUser(actor)
  await checkCaps(user.id, caps, 1)
  const rendered = await renderImage(image, { account: user.publicId, network: actor.network })
  // Many images may have been prepared since this one was let in.
  if (!hasRoom(room)) throw new AppError('no_room_left')
  const _id = newRecordId()
  const stored = await storeImage({ owner: user.id, project: _id }, rendered)
  const project = projectOf(_id, {
    user,
    name,
    linkPermission,
    image: await versionImageOf(stored, rendered),
  })
  await insertProject(project)
  await shrinkTrash(user.id, caps, await withdrawUnlessAllowed(project, caps))
  return presentSummary(project, {
    isOwner: true,
    stats: project.stats,
    verdicts: [],
    imageKey: imageKeys.for(actor, project),
    image: rendered.files.jpegSmall.bytes.toString('base64'),
  })
}

interface ProjectParts {
  user: { id: ProjectRecord['owner']; name: string }
  name: string
  linkPermission: LinkPermission
  image: VersionImage
}

function projectOf(
  _id: ProjectRecord['_id'],
  { user, name, linkPermission, image }: ProjectParts,
): ProjectRecord {
  const now = new Date()
  const [publicId, design, version] = [newPublicId(), newPublicId(), newPublicId()]
  const { image: imageId, width, height } = image
  return {
    _id,
    publicId,
    linkId: publicId,
    addresses: [publicId],
    owner: user.id,
    ownerName: user.name,
    ownerNameKeys: protectedNameKeys(user.name),
    name,
    description: '',
    link: { permission: linkPermission, closedAt: null, endsAt: null, passwordHash: null, pausedAt: null },
    designs: [
      {
        publicId: design,
        title: name,
        nextVersion: 2,
        versions: [{ ...{ publicId: version, number: 1, note: '', round: 1 }, ...image, createdAt: now }],
      },
    ],
    trash: [],
    designCount: 1,
    versionCount: 1,
    designsRevision: 0,
    round: { number: 1, openedAt: now, closedAt: null, message: '' },
    front: { design, version, image: imageId, width, height },
    nextNumber: 1,
    size: 0,
    hasReplies: false,
    seq: 0,
    seqAt: now,
    stats: { seq: 0, open: 0, total: 0, new: 0, last: null },
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }
}

/** Checks again what may have changed while the image was sent and prepared: the account may have been deleted, and
 *  other uploads may have taken the room. Only a check after the insert misses neither. */
async function withdrawUnlessAllowed(project: ProjectRecord, caps: Caps): Promise<StorageUse> {
  const { owner, front } = project
  try {
    if (!(await isLivingUser(owner))) throw new AppError('session_ended')
    return await checkCaps(owner, caps, 0)
  } catch (refused) {
    await withdrawProject(project)
    await deleteImages([front.image])
    throw refused
  }
}
