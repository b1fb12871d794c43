import type { Trash } from '@pinmark/shared/entities/design'
import type {
  Build,
  Design,
  ImageSummary,
  Link,
  Project,
  ProjectCan,
  ProjectSummary,
  Version,
  Visit,
} from '@pinmark/shared/entities/project'
import type { Round } from '@pinmark/shared/entities/round'
import { presentRoundSummary } from '../rounds/round.presenter'
import type { VerdictRecord } from '../rounds/verdict.record'
import { permissionNow } from './link-state'
import type {
  BuildRecord,
  DesignRecord,
  ProjectHead,
  ProjectRecord,
  StatsRecord,
  TrashRecord,
  VersionRecord,
} from './project.record'
import { readUntil, type VisitRecord } from '../visits/visit.record'

interface ProjectView {
  /** Designers call the project by its permanent id, guests by the link. */
  isOwner: boolean
  isMember: boolean
  can: ProjectCan
  stats: Pick<StatsRecord, 'open' | 'total'>
  round: Round
}

/** The key in the addresses of an image for this actor. */
type ImageKeyOf = (imageId: string) => string

type PresentedProject = Omit<Project, 'image' | 'comments' | 'commentsNext'>

/** The project without its comments and picture bytes. */
export function presentProject(
  project: ProjectRecord,
  { imageKey, ...view }: ProjectView & { imageKey: ImageKeyOf },
): PresentedProject {
  return {
    ...presentProjectHead(project, view),
    designs: project.designs.map((design) => presentDesign(design, imageKey)),
  }
}

export function presentProjectHead(
  project: ProjectHead,
  { isOwner, isMember, can, stats, round }: ProjectView,
): Omit<PresentedProject, 'designs'> {
  const isDesigner = isOwner || isMember
  return {
    _id: isDesigner ? project.publicId : project.linkId,
    permanentId: project.publicId,
    name: project.name,
    description: project.description,
    updatedAt: project.updatedAt.toISOString(),
    createdAt: project.createdAt.toISOString(),
    owner: { name: project.ownerName },
    isOwner,
    isMember,
    link: presentLink(project, isDesigner),
    can,
    round,
    stats: { open: stats.open, total: stats.total },
  }
}

/** The fields of a project that its summary needs. */
export const summaryFields = {
  publicId: 1,
  linkId: 1,
  owner: 1,
  ownerName: 1,
  members: 1,
  name: 1,
  description: 1,
  link: 1,
  front: 1,
  designCount: 1,
  labels: 1,
  archivedAt: 1,
  round: 1,
  seq: 1,
  stats: 1,
  createdAt: 1,
  updatedAt: 1,
  deletedAt: 1,
} as const

export type SummaryRecord = Pick<ProjectRecord, keyof typeof summaryFields | '_id'>

interface SummaryView {
  isOwner: boolean
  isMember: boolean
  /** Whether the project is offered to the receiver. */
  isOffered?: boolean
  /** As the receiver may see them: see `shownStats`. */
  stats: Omit<StatsRecord, 'seq'>
  /** Verdicts of its present round, newest first. */
  verdicts: readonly Pick<VerdictRecord, 'name' | 'verdict'>[]
  imageKey: ImageKeyOf
  /** base64 JPEG without a prefix. */
  image?: string | undefined
}

export function presentSummary(
  project: SummaryRecord,
  { isOwner, isMember, isOffered = false, stats, verdicts, imageKey, image }: SummaryView,
): ProjectSummary {
  const { open, total, last } = stats
  const isDesigner = isOwner || isMember
  return {
    _id: isDesigner ? project.publicId : project.linkId,
    name: project.name,
    description: project.description,
    updatedAt: project.updatedAt.toISOString(),
    createdAt: project.createdAt.toISOString(),
    deletedAt: project.deletedAt?.toISOString() ?? null,
    ...(image !== undefined && { image }),
    thumbnail: imageKey(project.front.image),
    width: project.front.width,
    height: project.front.height,
    designs: project.designCount,
    owner: { name: project.ownerName },
    isOwner,
    members: project.members?.length ?? 0,
    ...(isOffered && { isOffered }),
    ...(isDesigner && project.labels?.length && { labels: project.labels }),
    ...(isDesigner && project.archivedAt && { archivedAt: project.archivedAt.toISOString() }),
    round: presentRoundSummary(project, verdicts),
    link: presentLink(project, isDesigner),
    stats: {
      open,
      total,
      new: stats.new,
      last: last && { ...last, createdAt: last.createdAt.toISOString() },
    },
  }
}

/** Designers see its password and end; guests see what it allows now. */
export function presentLink(
  { linkId, link }: Pick<ProjectRecord, 'linkId' | 'link'>,
  isDesigner: boolean,
): Link {
  const shown = {
    id: linkId,
    permission: isDesigner ? link.permission : permissionNow(link),
    closedAt: link.closedAt?.toISOString() ?? null,
  }
  if (!isDesigner) return shown
  const { passwordSetAt, endsAt, viewOnlyAt } = link
  const end = endsAt ?? viewOnlyAt
  return {
    ...shown,
    ...(passwordSetAt && { password: { setAt: passwordSetAt.toISOString() } }),
    ...(end && { end: { at: end.toISOString(), to: endsAt ? 'closed' : 'view' } }),
  }
}

function presentImage(
  {
    image,
    width,
    height,
    placeholder,
    narrowWidth,
  }: Pick<VersionRecord, 'image' | 'width' | 'height' | 'placeholder' | 'narrowWidth'>,
  imageKey: ImageKeyOf,
): ImageSummary {
  return {
    _id: imageKey(image),
    width,
    height,
    placeholder,
    ...(narrowWidth !== undefined && { narrowWidth }),
  }
}

export function presentDesign({ publicId, title, versions }: DesignRecord, imageKey: ImageKeyOf): Design {
  const newest = versions.length - 1
  return {
    _id: publicId,
    title,
    versions: versions.map((version, index) =>
      // The previews of all versions would be most of the answer, and only the newest is shown at once.
      presentVersion(index === newest ? version : { ...version, placeholder: '' }, imageKey),
    ),
  }
}

export function presentVersion(version: VersionRecord, imageKey: ImageKeyOf): Version {
  return {
    _id: version.publicId,
    number: version.number,
    image: presentImage(version, imageKey),
    createdAt: version.createdAt.toISOString(),
    note: version.note,
    round: version.round,
    ...(version.placing !== undefined && version.placing !== 'done' && { placing: version.placing }),
    ...(version.warnings && { warnings: version.warnings }),
    ...(version.build && { build: presentBuild(version.build, imageKey) }),
  }
}

function presentBuild({ publicId, createdAt, ...image }: BuildRecord, imageKey: ImageKeyOf): Build {
  return {
    _id: publicId,
    image: presentImage({ ...image, placeholder: '' }, imageKey),
    createdAt: createdAt.toISOString(),
  }
}

export function presentTrash(trash: readonly TrashRecord[], imageKey: ImageKeyOf): Trash {
  return trash.flatMap(({ publicId, title, at, versions, deletedAt }) => {
    const version = versions.at(-1)
    if (!version) return []
    return {
      design: publicId,
      version: at === null ? version.publicId : null,
      title,
      number: version.number,
      image: presentImage(version, imageKey),
      deletedAt: deletedAt.toISOString(),
    }
  })
}

export function presentVisit({ lastSeenNumber, read, ...visit }: VisitRecord): Visit {
  const times = Object.entries(read ?? {}).map(([number, readAt]) => [number, readAt.toISOString()])
  return {
    lastSeenNumber,
    at: readUntil(visit).toISOString(),
    ...(read && { read: Object.fromEntries(times) }),
  }
}
