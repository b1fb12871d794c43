import { titleWithEnd } from '@pinmark/shared/design-name'
import type { LinkPermission } from '@pinmark/shared/entities/primitives'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/errors'
import { requireUser, waiterFor, type Actor, requireLivingLogin } from '../core/actor'
import { changeAccount } from '../accounts/change-account'
import { nameUpload } from '../designs/store-upload'
import type { ImageKeys } from '../images/image-keys'
import { deleteImages, loadSmallJpegs, storeImage, type ImagePlace } from '../images/image.record'
import type { StorageUse } from '../images/image-upkeep.record'
import {
  checkCaps,
  findCreatedProject,
  insertProject,
  ownerNameFields,
  shrinkTrash,
  type Caps,
} from './owned-projects.record'
import type { ProjectRecord } from './project.record'
import { currentStats } from './project-stats.record'
import { newRecordId } from '../mongo/queries'
import { versionImageOf, type VersionImage } from '../designs/version-image.record'
import { findVerdicts } from '../rounds/verdict.record'
import { hasRoom, type DiskRoom } from '../base/disk-room'
import { newPublicId } from '../base/ids'
import { choosePages, renderImage } from '../images/renditions/render'
import type { Waiter } from '../base/fair-slots'
import { pageFileName } from './file-name'
import { presentSummary, summaryFields, type SummaryRecord } from './project.presenter'

interface NewProject {
  name: string
  image: Buffer
  /** What the sender's browser drew of it. */
  drawn: Buffer | undefined
  captured: Buffer | undefined
  /** The pages of a PDF; all of them when left out. */
  pages: string | undefined
  /** The title of the design; the name of the project when left out. */
  designTitle: string | undefined
  /** Missing for an image in JSON. */
  fileName: string | undefined
  idempotencyKey: string | undefined
}

export interface CreateOptions {
  caps: Caps
  linkPermission: LinkPermission
  room: DiskRoom
  imageKeys: ImageKeys
}

/** Makes a project from one image, or with a design for each page of a PDF. The images are stored first and the
 *  project last, so that a crash leaves nothing visible. A request that is sent again with its Idempotency-Key gets the
 *  project it created.
 *  @throws AppError sign_in_required, session_ended, project_limit_reached, storage_limit_reached, no_room_left, and
 *  what `choosePages` and `renderImage` say */
export async function createProject(
  actor: Actor,
  { name, image, drawn, captured, pages, designTitle, fileName, idempotencyKey }: NewProject,
  { caps, linkPermission, room, imageKeys }: CreateOptions,
): Promise<ProjectSummary> {
  const user = requireUser(actor)
  const creation = await nameUpload(actor, idempotencyKey, image, 'project', name, pages, designTitle)
  const known = creation && (await findCreatedProject(creation, summaryFields))
  if (known) return presentEarlier(actor, known, imageKeys)
  await checkCaps(user.id, caps, { projects: 1 })
  const _id = newRecordId()
  const place = { owner: user.id, project: _id }
  const waiter = waiterFor(actor)
  const pdf = await choosePages(image, pages, waiter)
  const isOfSeveral = pdf !== null && pdf.count > 1
  const fileNameFor = (page: number) => (fileName && isOfSeveral ? pageFileName(fileName, page) : fileName)
  const storing = { drawn, captured, place, waiter, room, fileNameFor }
  const { first, images } = await storePages(image, pdf?.pages ?? [1], storing)
  const titles = isOfSeveral
    ? pdf.pages.map((page) => titleWithEnd(designTitle ?? 'Page', ` ${page}`))
    : [designTitle ?? name]
  const project = projectOf(_id, { user, name, linkPermission, images, titles, creation })
  const { earlier, storage } = await storeProject(actor, project, caps)
  if (earlier) return presentEarlier(actor, earlier, imageKeys)
  await shrinkTrash(user.id, caps, storage)
  return presentSummary(project, {
    ...{ isOwner: true, isMember: false, stats: project.stats, verdicts: [] },
    ...{ imageKey: imageKeys.for(actor, project), image: first.toString('base64') },
  })
}

/** The project that an earlier try of the same request has stored. */
export async function presentEarlier(
  actor: Actor,
  known: SummaryRecord,
  imageKeys: ImageKeys,
): Promise<ProjectSummary> {
  const { front, round } = known
  const [stats, verdicts, pictures] = await Promise.all([
    currentStats(known),
    findVerdicts({ project: known._id, round: round.number }),
    loadSmallJpegs([front.image]),
  ])
  return presentSummary(known, {
    ...{ isOwner: true, isMember: false, stats, verdicts },
    ...{ imageKey: imageKeys.for(actor, known), image: pictures.get(front.image)?.toString('base64') },
  })
}

interface PagesOptions {
  drawn: Buffer | undefined
  captured: Buffer | undefined
  place: ImagePlace
  waiter: Waiter
  room: DiskRoom
  fileNameFor: (page: number) => string | undefined
}

/** Prepares and stores the pages one after the other. If one is refused, none is kept.
 *  @returns the images, and the list picture of the first one */
async function storePages(
  bytes: Buffer,
  pages: readonly number[],
  { place, waiter, room, fileNameFor, ...beside }: PagesOptions,
): Promise<{ first: Buffer; images: VersionImage[] }> {
  const images: VersionImage[] = []
  let first: Buffer | null = null
  try {
    for (const page of pages) {
      const rendered = await renderImage(bytes, waiter, { page, isDesign: true, ...beside })
      // Many images may have been prepared since this one was admitted.
      if (!hasRoom(room)) throw new AppError('no_room_left')
      images.push(await versionImageOf(await storeImage(place, rendered), rendered, fileNameFor(page)))
      first ??= rendered.files.jpegSmall.bytes
    }
  } catch (error) {
    if (images.length > 0) await deleteImages(images.map(({ image }) => image))
    throw error
  }
  if (!first) throw new Error('a project needs a page')
  return { first, images }
}

interface ProjectParts {
  user: { id: ProjectRecord['owner']; name: string }
  name: string
  linkPermission: LinkPermission
  images: readonly VersionImage[]
  /** The titles of the designs, one for each image. */
  titles: readonly string[]
  creation: string | undefined
}

/** A new project with a design for each image. */
export function projectOf(
  _id: ProjectRecord['_id'],
  { user, name, linkPermission, images, titles, creation }: ProjectParts,
): ProjectRecord {
  const now = new Date()
  const publicId = newPublicId()
  const designs = images.map((image, at) => {
    const version = { publicId: newPublicId(), number: 1, note: '', round: 1, ...image, createdAt: now }
    return {
      publicId: newPublicId(),
      title: titles[at] ?? name,
      nextVersion: 2,
      versions: [version] as const,
    }
  })
  const [design] = designs
  if (!design) throw new Error('a project needs a design')
  const [version] = design.versions
  return {
    _id,
    publicId,
    linkId: publicId,
    addresses: [publicId],
    owner: user.id,
    ...ownerNameFields(user),
    members: [],
    invitations: [],
    name,
    description: '',
    link: { permission: linkPermission, closedAt: null, endsAt: null, passwordHash: null },
    designs: designs.map((each) => ({ ...each, versions: [...each.versions] })),
    trash: [],
    designCount: designs.length,
    versionCount: designs.length,
    designsRevision: 0,
    round: { number: 1, openedAt: now, closedAt: null, message: '' },
    front: {
      ...{ design: design.publicId, version: version.publicId, image: version.image },
      ...{ width: version.width, height: version.height },
    },
    nextNumber: 1,
    size: 0,
    seq: 0,
    stats: { seq: 0, open: 0, total: 0, new: 0, last: null },
    ...(creation !== undefined && { creation }),
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }
}

type Stored = { earlier: SummaryRecord; storage?: never } | { earlier: null; storage: StorageUse }

/** Stores a project, unless something has changed while its images were sent and prepared: the login may have ended,
 *  the account may have been deleted, and other uploads may have taken the room. Its images are deleted then.
 *  @returns the storage of the account, or the project that an earlier try has stored meanwhile */
export async function storeProject(actor: Actor, project: ProjectRecord, caps: Caps): Promise<Stored> {
  const { owner, creation } = project
  try {
    const stored = await changeAccount<Stored>(owner, async (session) => {
      await requireLivingLogin(actor)
      const earlier = creation ? await findCreatedProject(creation, summaryFields, session) : null
      if (earlier) return { earlier }
      await insertProject(project, session)
      return { earlier, storage: await checkCaps(owner, caps, {}, session) }
    })
    if (stored.earlier) await deleteImagesOf(project)
    return stored
  } catch (error) {
    // After any other error it is unknown whether the project is stored.
    if (error instanceof AppError) await deleteImagesOf(project)
    throw error
  }
}

function deleteImagesOf({ designs }: ProjectRecord): Promise<void> {
  return deleteImages(designs.flatMap(({ versions }) => versions.map(({ image }) => image)))
}
