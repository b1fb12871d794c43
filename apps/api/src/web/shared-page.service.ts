import { shownName } from '@pinmark/shared/entities/comment'
import { publicIdSchema } from '@pinmark/shared/entities/primitives'
import { spotOn } from '@pinmark/shared/spot-on'
import type { Types } from 'mongoose'
import { wordsOf } from '../comments/comment.record'
import { findOpenThreads, hasResolvedThread } from '../comments/threads.record'
import type { Actor } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import { permit } from '../core/permit'
import { refusal } from '../core/refusal'
import { projectRights } from '../core/rights'
import { measureRenditions } from '../images/image.record'
import { findProject } from '../projects/permitted-project.record'
import type { DesignRecord } from '../projects/project.record'
import { previewSize } from '../images/renditions/renditions'

/** The parts of a project that are shown to anyone with the link before any script runs. */
export interface SharedPage {
  name: string
  description: string
  updatedAt: Date
  /** Whether a guest may rename and delete it: the page then has more buttons. */
  mayChange: boolean
  /** Whether a guest may comment: a press on the design is kept until the app is there. */
  mayComment: boolean
  /** Key of the design that is seen first, for those who have the link. */
  image: string
  /** Size in pixels and bytes, and the alternative text. */
  design: {
    title: string
    /** The shown version. */
    version: { number: number; note: string }
    width: number
    height: number
    bytes: number
    /** Whether it has a narrow rendition. */
    isNarrowToo: boolean
  }
  comments: PaintedComments
  /** The picture of previews of the link. Its size is known of a new image. */
  unfurl: {
    rendition: 'preview' | 'jpeg' | 'thumbnail'
    contentType: string
    size: { width: number; height: number } | null
  }
}

/** What the first paint shows of the open comments of a design. */
interface PaintedComments {
  /** Percent of the design, from its upper left corner. */
  pins: { number: number; x: number; y: number }[]
  rows: { number: number; commenter: string; text: string; replies: number }[]
  hasResolved: boolean
}

/** Chat programs show no larger pictures. */
const unfurlMaxBytes = 300_000

/** The facts about the project that anyone with the link may know; `locked` before its password, without any fact;
 *  null when a guest may not see it. */
export async function findSharedPage(
  actor: Actor,
  linkId: string,
  imageKeys: ImageKeys,
): Promise<SharedPage | 'locked' | null> {
  if (!publicIdSchema.safeParse(linkId).success) return null
  // A page is requested without a token, so that its head shows what a guest may see, to every visitor.
  const guest: Actor = { ...actor, user: null, token: 'none', lock: null }
  const project = await findProject(permit(guest, linkId, 'view'), {
    ...{ name: 1, description: 1, updatedAt: 1, designs: 1 },
    // The rights of a guest follow from these fields.
    ...{ owner: 1, members: 1, link: 1, round: 1 },
  })
  const design = project?.designs[0]
  const version = design?.versions.at(-1)
  if (!project) return (await refusal(guest, linkId, 'view')).code === 'link_locked' ? 'locked' : null
  if (!design || !version) return null
  const { image, width, height, narrowWidth } = version
  const can = projectRights(guest, project)

  const [bytes, comments] = await Promise.all([
    measureRenditions(image),
    findPaintedComments(project._id, design),
  ])
  return {
    name: project.name,
    description: project.description,
    updatedAt: project.updatedAt,
    mayChange: can.rename,
    mayComment: can.comment,
    image: imageKeys.forLink({ linkId, link: project.link })(image),
    design: {
      title: design.title,
      version: { number: version.number, note: version.note },
      width,
      height,
      bytes: bytes?.view ?? Infinity,
      isNarrowToo: narrowWidth !== undefined,
    },
    comments,
    unfurl: unfurlOf(bytes, { width, height }),
  }
}

/** More pins would be clusters in the app. */
const maxPins = 100
/** More rows do not fit beside the frame. */
const maxRows = 8
/** Longer than the three lines of a row. */
const maxTextLength = 300

/** The open comments of the newest version of a design, as anyone with the link sees them at first. */
async function findPaintedComments(
  project: Types.ObjectId,
  { publicId, versions }: DesignRecord,
): Promise<PaintedComments> {
  const sized = versions.map(({ publicId: _id, number, width, height }) => ({
    ...{ _id, number },
    image: { width, height },
  }))
  const [newest, shown] = [versions.at(-1), sized.at(-1)]
  if (!newest || !shown) return { pins: [], rows: [], hasResolved: false }
  const place = { project, design: publicId, versions: sized.map(({ _id }) => _id) }
  const [threads, hasResolved] = await Promise.all([
    findOpenThreads(place, maxPins),
    hasResolvedThread(place, newest),
  ])
  const pins = threads.flatMap(({ number, ...thread }) => {
    const { point, carried } = spotOn(thread, shown, sized)
    if (!point || carried?.state === 'gone') return []
    const { width, height } = shown.image
    return [{ number, x: (point.x / width) * 100, y: (point.y / height) * 100 }]
  })
  const rows = threads.slice(0, maxRows).map((thread) => ({
    ...{ number: thread.number, commenter: shownName(thread) },
    text: [...wordsOf(thread)].slice(0, maxTextLength).join(''),
    replies: thread.replyRoom.count,
  }))
  return { pins, rows, hasResolved }
}

/** An older image has no rendition for previews: its JPEG is used while it is light enough. */
function unfurlOf(
  bytes: { jpeg: number; hasPreview: boolean } | null,
  { width, height }: { width: number; height: number },
): SharedPage['unfurl'] {
  if (bytes?.hasPreview) {
    const size = previewSize(width, height)
    return { rendition: 'preview', contentType: 'image/jpeg', size }
  }
  if (bytes && bytes.jpeg <= unfurlMaxBytes)
    return { rendition: 'jpeg', contentType: 'image/jpeg', size: { width, height } }
  return { rendition: 'thumbnail', contentType: 'image/webp', size: null }
}
