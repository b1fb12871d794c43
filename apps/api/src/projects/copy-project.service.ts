import * as projectsApi from '@pinmark/shared/api/projects'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { hasRoom } from '../base/disk-room'
import { FairSlots } from '../base/fair-slots'
import { idFrom } from '../base/ids'
import { type Actor, requireUser, waiterFor } from '../core/actor'
import { requireProject } from '../core/refusal'
import { copyVersionImage, type VersionImage } from '../designs/version-image.record'
import { newestOf } from '../designs/project-designs'
import { deleteImages } from '../images/image.record'
import { bytesOfImages } from '../images/image-upkeep.record'
import { newRecordId } from '../mongo/queries'
import { presentEarlier, projectOf, storeProject, type CreateOptions } from './create-project.service'
import { checkCaps, findCreatedProject, shrinkTrash } from './owned-projects.record'
import { presentSummary, summaryFields } from './project.presenter'

/** Copies at a time. The bytes of a copy count for its account only when all are stored, so many copies of a large project at
 *  once would fill the disk. */
const copying = new FairSlots({ slots: 2, maxWaiting: 200, refusal: 'server_busy' })

interface CopyOptions extends CreateOptions {
  idempotencyKey: string | undefined
}

/** Duplicates a project for `actor`: the newest version of every design, the description and the labels, under a new link and
 *  without comments. The images are stored first and the project last, so that a crash leaves nothing visible. A request that
 *  is sent again with its Idempotency-Key gets the project it made.
 *  @throws AppError what `refusal` says, project_limit_reached, storage_limit_reached, no_room_left, server_busy */
export function copyProject(actor: Actor, projectId: string, options: CopyOptions): Promise<ProjectSummary> {
  return copying.run(waiterFor(actor), () => copy(actor, projectId, options))
}

async function copy(
  actor: Actor,
  projectId: string,
  { caps, linkPermission, room, imageKeys, idempotencyKey }: CopyOptions,
): Promise<ProjectSummary> {
  const original = await requireProject(actor, projectId, projectsApi.copyProject.action)
  const user = requireUser(actor)
  const creation =
    idempotencyKey === undefined
      ? undefined
      : idFrom(JSON.stringify(['copy', user.publicId, idempotencyKey, original.publicId]))
  const known = creation && (await findCreatedProject(creation, summaryFields))
  if (known) return presentEarlier(actor, known, imageKeys)
  const newest = original.designs.map(newestOf)
  await checkCaps(user.id, caps, {
    projects: 1,
    bytes: await bytesOfImages(newest.map(({ image }) => image)),
  })
  const _id = newRecordId()
  const images: VersionImage[] = []
  try {
    for (const version of newest) {
      if (!hasRoom(room)) throw new AppError('no_room_left')
      images.push(await copyVersionImage(version, { owner: user.id, project: _id }))
    }
  } catch (error) {
    await deleteImages(images.map(({ image }) => image))
    throw error
  }
  const titles = original.designs.map(({ title }) => title)
  const name = copyName(original.name)
  const project = {
    ...projectOf(_id, { user, name, linkPermission, images, titles, creation }),
    description: original.description,
    ...(original.labels && { labels: original.labels }),
  }
  const { earlier, storage } = await storeProject(actor, project, caps)
  if (earlier) return presentEarlier(actor, earlier, imageKeys)
  await shrinkTrash(user.id, caps, storage)
  return presentSummary(project, {
    ...{ isOwner: true, isMember: false, stats: project.stats, verdicts: [] },
    imageKey: imageKeys.for(actor, project),
  })
}

/** The name with the next number: `Landing page (2)`. */
function copyName(name: string): string {
  const [, start = name, number = '1'] = /^(.*) \((\d{1,3})\)$/s.exec(name) ?? []
  const end = ` (${Number(number) + 1})`
  return [...start].slice(0, limits.projectName.max - end.length).join('') + end
}
