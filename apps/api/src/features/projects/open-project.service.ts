import * as projectsApi from '@pinmark/shared/api/projects'
import type { Project } from '@pinmark/shared/entities/project'
import type { ProjectQuery } from '@pinmark/shared/entities/requests'
import { isStranger, type Actor } from '../../access/actor'
import type { ImageKeys } from '../../access/image-keys'
import { permit } from '../../access/permit'
import { refusal } from '../../access/refusal'
import { requireStill } from '../../access/require-project'
import { isOwner, projectRights } from '../../access/rights'
import { chain } from '../../base/chain'
import { Coalescer } from '../../base/coalescer'
import { findRendition, loadRendition, slicesOf, type StoredRendition } from '../../models/image'
import { keepOwnerName } from '../../models/owned-projects'
import type { ProjectHead } from '../../models/project'
import { currentStats } from '../../models/project-stats'
import { findVerdict, findVerdicts, type VerdictRecord } from '../../models/verdict'
import { findVisit } from '../../models/visit'
import { visitorKey } from '../../models/visitor-key'
import { newestPosition } from '../../platform/change-stream'
import { presentProjectHead } from '../../presenters/project'
import { presentRound } from '../../presenters/round'
import { presentVisit } from '../../presenters/visit'
import { commentsText, type CommentsText } from './comments-text'
import { findShownProject, type CommentedProject } from './shown-project'

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
  /** The comments as one text, or as pieces that can be read repeatedly. */
  readonly comments: string | (() => AsyncGenerator<string>)
}

type Piece = Buffer | string

/** Above this number, comments are read and sent in batches. */
const commentsAtATime = 250

/** A project with its comments as JSON, `Project`, for its owner or by its link. Large parts are pieces that
 *  are made on demand.
 *  @throws AppError project_not_found */
export async function openProject(opening: Opening): Promise<string | AsyncIterable<Piece>> {
  const { actor, projectId, query } = opening
  const opened = await (isStranger(actor)
    ? strangersOpenings.add([projectId, query.image, query.after, query.comments].join(' '), opening)
    : open(opening))
  if (opened === null) throw await refusal(actor, projectId, projectsApi.openProject.action)
  const { head, picture, comments } = opened
  if (picture || typeof comments !== 'string') return piecesOfAnswer(opened)
  return `${head},"comments":${comments}}`
}

/** Visitors without an account and a secret all get the same answer. Requests that arrive during a read share
 *  the next read. */
const strangersOpenings = new Coalescer(Infinity, async (openings: readonly Opening[]) => {
  const [first] = openings
  const value = first ? await open(first) : null
  return openings.map(() => ({ status: 'fulfilled', value }))
})

async function open({ actor, projectId, query, imageKeys, hasMail }: Opening): Promise<Opened | null> {
  // The position is taken before the first read, so that live events from it include all later changes.
  const position = newestPosition()
  const mayOpen = permit(actor, projectId, projectsApi.openProject.action)
  const account = actor.user?.id.toHexString() ?? 'no account'
  const found = await findShownProject(mayOpen, `${projectId} ${account}`, (project) =>
    imageKeys.for(actor, project),
  )
  if (!found) return null
  const isMine = actor.user !== null && isOwner(actor, found.project)
  const [project = found.project] =
    isMine && actor.user ? await keepOwnerName(actor.user, [found.project]) : [found.project]

  const visitor = visitorKey(actor)
  const page = { after: query.after, limit: query.comments }
  const isLong = page.limit === undefined && project.size > commentsAtATime
  const [comments, stats, verdicts, visit, small, picture] = await Promise.all([
    isLong ? null : commentsText(actor, project, page, imageKeys),
    currentStats(project),
    findShownVerdicts(project, isMine, visitor),
    visitor === null ? null : findVisit(project._id, visitor),
    query.image === 'thumbnail' ? loadRendition(project.front.image, 'jpegSmall').then(isStored) : null,
    query.image === 'full' ? findRendition(project.front.image, 'jpeg').then(isStored) : null,
  ])
  const head: Omit<Project, 'comments' | 'designs'> = {
    ...presentProjectHead(project, {
      isOwner: isMine,
      can: projectRights(actor, project),
      stats,
      round: presentRound(project, { isOwner: isMine, visitor, verdicts }),
    }),
    // base64 JPEG without a prefix, as the contract requires.
    ...(small && { image: small.bytes.toString('base64') }),
    commentsNext: comments?.next ?? null,
    ...(hasMail && !isMine && { replyMail: true }),
    visit: visit && presentVisit(visit),
    position,
  }
  const pieces = () => commentPieces({ actor, projectId, imageKeys }, project, query.after)
  const fields = JSON.stringify(head).slice(0, -1)
  return {
    head: `${fields},"designs":${found.designs.toString()}`,
    picture,
    comments: comments?.text ?? pieces,
  }
}

/** The owner gets all verdicts, everyone else their own. */
async function findShownVerdicts(
  { _id, round }: ProjectHead,
  isOwners: boolean,
  visitor: string | null,
): Promise<VerdictRecord[]> {
  const place = { project: _id, round: round.number }
  if (isOwners) return findVerdicts(place)
  const own = visitor === null ? null : await findVerdict(place, visitor)
  return own ? [own] : []
}

function isStored<Rendition>(rendition: Rendition | null): Rendition {
  if (!rendition) throw new Error('an image of a project is not stored')
  return rendition
}

function piecesOfAnswer({ head, picture, comments }: Opened): AsyncIterable<Piece> {
  const parts: (string | AsyncIterator<Piece>)[] = [
    head,
    ...(picture ? [',"image":"', base64Of(slicesOf(picture)), '"'] : []),
    ',"comments":',
    typeof comments === 'string' ? comments : comments(),
    '}',
  ]
  return chain(parts.map((part) => (typeof part === 'string' ? justOne(part) : part)))
}

async function* justOne(piece: Piece): AsyncGenerator<Piece> {
  yield piece
}

/** Holds no slice while its text waits for the reader, and no text while the answer waits for room. */
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

/** A slow reader sees nothing that was written after their access ended. */
async function* commentPieces(
  { actor, projectId, imageKeys }: Pick<Opening, 'actor' | 'projectId' | 'imageKeys'>,
  project: CommentedProject,
  after = 0,
): AsyncGenerator<string> {
  let start = '['
  for (let at: number | null = after; at !== null;) {
    if (at !== after) await requireStill(actor, projectId, projectsApi.openProject.action)
    const { text, next }: CommentsText = await commentsText(
      actor,
      project,
      { after: at, limit: commentsAtATime },
      imageKeys,
    )
    const items = text.slice(1, -1)
    if (items !== '') {
      yield start + items
      start = ','
    }
    at = next
  }
  yield start === '[' ? '[]' : ']'
}
