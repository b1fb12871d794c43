import * as projectsApi from '@pinmark/shared/api/projects'
import type { Project } from '@pinmark/shared/entities/project'
import type { ProjectQuery } from '@pinmark/shared/entities/requests'
import { commentView, presentThread } from '../comments/comment.presenter'
import { findThreads, type PageRequest } from '../comments/threads.record'
import { isStranger, waiterFor, type Actor } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import { permit } from '../core/permit'
import { refusal, requireStill } from '../core/refusal'
import { projectRights, roleIn } from '../core/rights'
import { byteCache } from '../base/budgets'
import { chain } from '../base/pieces'
import { Coalescer } from '../base/coalescer'
import { idFrom } from '../base/ids'
import { eventLoopSlots } from '../base/fair-slots'
import { longText } from '../http/send/send'
import { findRendition, loadRendition, slicesOf, type StoredRendition } from '../images/image.record'
import { hiddenVersions } from './link-state'
import { keepName } from './owned-projects.record'
import { findDesigns, findProject, findProjectHead, type Permit } from './permitted-project.record'
import type { ProjectHead, ProjectRecord, VersionList } from './project.record'
import { positionText } from '../live/live-page'
import { currentStats } from './project-stats.record'
import { findGivenVerdict, findVerdicts, type VerdictRecord } from '../rounds/verdict.record'
import { findVisit, isSeenByOthers, visitorKey } from '../visits/visit.record'
import { presentDesign, presentProjectHead, presentVisit } from './project.presenter'
import { presentRound } from '../rounds/round.presenter'

interface Opening {
  readonly actor: Actor
  readonly projectId: string
  readonly query: ProjectQuery
  readonly imageKeys: ImageKeys
  /** Whether the server sends mail. */
  readonly hasMail: boolean
}

interface Opened {
  /** The beginning of the project's JSON: everything but its comments and a full-size picture. */
  readonly head: string
  readonly picture: StoredRendition | null
  /** The comments and the end of the JSON as one text, or as pieces that each of its readers makes for themselves. */
  readonly end: string | ((reader: Opening) => AsyncIterator<string>)
}

type Piece = Buffer | string

/** Above this number, comments are read and sent in batches. A batch is shorter if its comments are long. */
const commentsAtATime = 250

/** Limits how many batches are read at a time, because one of a long thread takes megabytes. */
const batches = eventLoopSlots(4)

/** A project with its comments as JSON, `Project`, for its owner, its members, or by its link. Large parts are pieces that
 *  are made on demand.
 *  @throws AppError project_not_found */
export async function openProject(opening: Opening): Promise<string | AsyncIterable<Piece>> {
  const { actor, projectId, query } = opening
  const opened = await (isStranger(actor)
    ? strangersOpenings.add([projectId, query.image, query.after, query.comments].join(' '), opening)
    : open(opening))
  if (opened === null) throw await refusal(actor, projectId, projectsApi.openProject.action)
  const { head, picture, end } = opened
  return picture || typeof end !== 'string' ? piecesOfAnswer(opened, opening) : head + end
}

/** Visitors without an account and a secret all get the same answer. Requests that arrive during a read share
 *  the next read. Later parts of a long answer are read for each visitor, in the line of their own network. */
const strangersOpenings = new Coalescer(Infinity, async (openings: readonly Opening[]) => {
  const [first] = openings
  const value = first ? await openForStrangers(first) : null
  return openings.map(() => ({ status: 'fulfilled', value }))
})

/** Finished answers for strangers. */
const maxAnswerBytes = 16 * 1024 * 1024
const answers = byteCache<{ text: string }>(maxAnswerBytes)

/** An answer follows from the query and from what is stored of the project without its designs: a change of these, or of a
 *  comment, raises a number there. */
async function openForStrangers(opening: Opening): Promise<Opened | null> {
  const { query } = opening
  // Pictures are sent in pieces.
  if (query.image === 'full') return open(opening)
  const project = await findProjectHead(permitOf(opening))
  if (!project) return null
  // The counts follow from the comments.
  const { stats: _stats, ...stored } = project
  const { image, after, comments } = query
  const key = idFrom(JSON.stringify([image, after, comments, stored, positionText(project, project.seq)]))
  const known = answers.get(key)
  if (known) return { head: known.text, picture: null, end: '' }
  const opened = await write(opening, { ...project, designs: await findDesigns(project._id) })
  const { head, end } = opened
  if (typeof end === 'string') answers.set(key, { text: head + end })
  return opened
}

async function open(opening: Opening): Promise<Opened | null> {
  const project = await findProject(permitOf(opening))
  return project && write(opening, project)
}

function permitOf({ actor, projectId }: Opening): Permit {
  return permit(actor, projectId, projectsApi.openProject.action)
}

/** What is kept of a project while its comments are sent. */
type CommentedProject = ProjectHead & { designs: VersionList }

async function write(opening: Opening, { designs, ...head }: ProjectRecord): Promise<Opened> {
  const { actor, query, imageKeys, hasMail } = opening
  const versions = designs.map((design) => ({
    publicId: design.publicId,
    versions: design.versions.map(({ publicId, createdAt }) => ({ publicId, createdAt })),
  }))
  const found: CommentedProject = { ...head, designs: versions }
  const role = roleIn(actor, found)
  const isDesigner = role.isOwner || role.isMember
  const [project = found] = isDesigner && actor.user ? await keepName(actor.user, [found]) : [found]

  const visitor = visitorKey(actor)
  const isLong = query.comments === undefined && project.size > commentsAtATime
  const hasNoCommentsYet = project.nextNumber === 1
  const [comments, stats, verdicts, visit, isSeen, small, picture] = await Promise.all([
    isLong ? null : commentsText(actor, project, pageOf(query), imageKeys),
    currentStats(project),
    findShownVerdicts(project, isDesigner, visitor),
    visitor === null ? null : findVisit(project._id, visitor),
    isDesigner && visitor !== null && hasNoCommentsYet ? isSeenByOthers(project._id, visitor) : undefined,
    query.image === 'thumbnail' ? loadRendition(project.front.image, 'jpegSmall').then(isStored) : null,
    query.image === 'full' ? findRendition(project.front.image, 'jpeg').then(isStored) : null,
  ])
  const imageKey = imageKeys.for(actor, project)
  const shown: Omit<Project, 'comments' | 'commentsNext'> = {
    ...presentProjectHead(project, {
      ...role,
      can: projectRights(actor, project),
      stats,
      round: presentRound(project, { isDesigner, visitor, verdicts }),
    }),
    // base64 JPEG without a prefix, as the contract requires.
    ...(small && { image: small.bytes.toString('base64') }),
    ...(hasMail && !isDesigner && { replyMail: true }),
    visit: visit && presentVisit(visit),
    isSeen,
    // The project was read first, so the live events that follow include everything that is stored meanwhile.
    position: positionText(project, project.seq),
    designs: designs.map((design) => presentDesign(design, imageKey)),
  }
  // A long text of comments would be kept in memory while the picture is sent. It is read again afterwards.
  const isWhole =
    comments !== null &&
    (comments.next === null || query.comments !== undefined) &&
    (picture === null || comments.text.length <= longText)
  return {
    head: JSON.stringify(shown).slice(0, -1),
    picture,
    end: isWhole
      ? `,"comments":${comments.text},"commentsNext":${comments.next}}`
      : (reader) => commentPieces(reader, project, { isLate: picture !== null }),
  }
}

interface CommentsText {
  /** `Comment[]` as JSON. */
  readonly text: string
  /** Continues the page, null after the last one. */
  readonly next: number | null
}

/** A page of comments as JSON.
 *  @param page threads above the number `after`, at most `limit` of them */
async function commentsText(
  actor: Actor,
  project: CommentedProject,
  page: Pick<PageRequest, 'after' | 'limit'>,
  imageKeys: ImageKeys,
): Promise<CommentsText> {
  const hidden = hiddenVersions(project)
  const { threads, next } = await findThreads({ project: project._id, hidden, ...page })
  const view = commentView(actor, project, imageKeys)
  const comments = threads.map(({ thread, replies }) => presentThread(thread, replies, view, project))
  return { text: JSON.stringify(comments), next }
}

const pageOf = ({ after, comments: limit = commentsAtATime }: ProjectQuery) => ({ after, limit })

/** Designers get all verdicts, guests their own. */
async function findShownVerdicts(
  { _id, round }: ProjectHead,
  isDesigner: boolean,
  visitor: string | null,
): Promise<VerdictRecord[]> {
  const place = { project: _id, round: round.number }
  if (isDesigner) return findVerdicts(place)
  const own = visitor === null ? null : await findGivenVerdict(place, visitor)
  return own?.verdict ? [own] : []
}

function isStored<Rendition>(rendition: Rendition | null): Rendition {
  if (!rendition) throw new Error('an image of a project is not stored')
  return rendition
}

function piecesOfAnswer({ head, picture, end }: Opened, reader: Opening): AsyncIterable<Piece> {
  const parts: (string | AsyncIterator<Piece>)[] = [
    head,
    ...(picture ? [',"image":"', base64Of(slicesOf(picture)), '"'] : []),
    typeof end === 'string' ? end : end(reader),
  ]
  return chain(parts.map((part) => (typeof part === 'string' ? justOne(part) : part)))
}

async function* justOne(piece: Piece): AsyncGenerator<Piece> {
  yield piece
}

/** It is not a generator, which would keep a slice in memory while its text waits for the reader. */
function base64Of(slices: AsyncIterator<Buffer, void>): AsyncIterator<Buffer> {
  const over: IteratorReturnResult<undefined> = { done: true, value: undefined }
  return {
    next: async () => {
      const { done, value } = await slices.next()
      return done ? over : { value: Buffer.from(value.toString('base64'), 'latin1') }
    },
    return: async () => {
      await slices.return?.()
      return over
    },
  }
}

/** A slow reader sees nothing that was written after their access ended. It is not a generator, because a suspended
 *  generator keeps its last piece in memory.
 *  @param isLate whether other parts of the answer are sent first */
function commentPieces(
  { actor, projectId, query, imageKeys }: Opening,
  project: CommentedProject,
  { isLate }: { isLate: boolean },
): AsyncIterator<string> {
  const page = pageOf(query)
  let start = ',"comments":['
  /** The number after which the next batch begins; null after the last batch. */
  let after: number | null = page.after ?? 0
  let mustCheck = isLate
  let end: string | null = '],"commentsNext":null}'
  const read = async (from: number) => {
    if (mustCheck) await requireStill(actor, projectId, projectsApi.openProject.action)
    mustCheck = true
    return commentsText(actor, project, { ...page, after: from }, imageKeys)
  }
  const next = async (): Promise<IteratorResult<string, undefined>> => {
    while (after !== null) {
      const from: number = after
      const batch = await batches.run(waiterFor(actor), () => read(from))
      const isPage = query.comments !== undefined
      if (isPage) end = `],"commentsNext":${batch.next}}`
      after = isPage ? null : batch.next
      if (batch.text === '[]') continue
      const value = start + batch.text.slice(1, -1)
      start = ','
      return { done: false, value }
    }
    if (end === null) return { done: true, value: undefined }
    const value = start === ',' ? end : start + end
    end = null
    return { done: false, value }
  }
  return { next }
}
