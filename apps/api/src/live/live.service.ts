import * as liveApi from '@pinmark/shared/api/live'
import { AppError } from '@pinmark/shared/errors'
import { type Actor, isLoginAlive } from '../core/actor'
import { mayBearName } from '../comments/guest-name'
import { permit } from '../core/permit'
import { requireProject } from '../core/refusal'
import { designerName, isDesigner } from '../core/rights'
import { ThreadModel, isThread, type ReplyRecord, type ThreadRecord } from '../comments/comment.record'
import { findProject } from '../projects/permitted-project.record'
import { type Position, type LivePage, retryText, toEventText } from './live-page'
import type { ProjectRecord } from '../projects/project.record'
import { findVisit, VisitModel, visitorKey, accountKey } from '../visits/visit.record'
import { newPublicId } from '../base/ids'
import type { SharedPlaces } from '../base/shared-places'
import type { LiveHub, WatchedProject } from './live-hub'
import { sendVisit } from './room'
import { isAbove } from '../mongo/queries'
import { hasBecomeViewOnly } from '../projects/link-state'
import { findReplyBytes, findThreadsByNumber, type ThreadWithReplies } from '../comments/threads.record'

/** A stream ends after this time and the page opens it again, so that ended logins are noticed and connections are
 *  spread over processes. */
const stayMs = 10 * 60_000
const spreadMs = 60_000

export interface LivePlace {
  hub: LiveHub
  pages: SharedPlaces
}

interface Stream {
  send: (event: string | Buffer) => void
  end: () => void
  onClose: (listener: () => void) => void
}

interface Visit {
  actor: Actor
  projectId: string
  /** The visitor's name according to the browser. */
  name: string | null
  /** What the page has received last; null if that is not known. */
  since: Position | null
  /** The stream ends after the missed events, and the others do not see the visitor. */
  isOnce: boolean
}

const { action } = liveApi.followProject

/** Opens the event stream of a project, unless the visitor has left. Refuses before the stream is opened, and begins it
 *  without a gap.
 *  @throws AppError project_not_found, too_many_requests */
export async function followProject(
  { hub, pages }: LivePlace,
  visit: Visit,
  openStream: () => Stream | null,
): Promise<void> {
  const { actor, projectId, isOnce } = visit
  checkRoom(pages, actor)
  await hub.open()
  const project = await requireProject(actor, projectId, action)
  const name = await shownName(visit, project)
  // Other pages of the network may have opened meanwhile.
  checkRoom(pages, actor)

  const stream = openStream()
  if (!stream) return
  const page = pageOf(visit, project, name, stream)
  if (!isOnce) stream.onClose(pages.take(actor.network, page.end))
  page.send(retryText)
  const watched = hub.watch(project)
  if (!(await enter(page, watched, visit))) page.send(toEventText({ type: 'project.closed' }, null))
  else if (!isOnce) return stay(page, watched, stream)
  watched.room.pages.delete(page)
  page.end()
}

function checkRoom(pages: SharedPlaces, { network }: Actor): void {
  if (!pages.hasRoom(network)) throw new AppError('too_many_requests', { retryAfterSeconds: 60 })
}

/** Adds the page to the others and sends it what it missed, as soon as nothing happens between the read and that.
 *  @returns false when the actor may no longer see the project */
async function enter(page: LivePage, { room }: WatchedProject, { actor, projectId, since }: Visit) {
  for (;;) {
    const project = await findProject(permit(actor, projectId, action))
    if (!project) return false
    if (!room.enter(page, project, await findMissed(project, since))) continue
    // It is sent again even if it did not change.
    const visit = since && (await findVisit(project._id, page.visitor))
    if (visit) sendVisit(page, visit)
    return true
  }
}

async function stay(page: LivePage, { room, presence }: WatchedProject, stream: Stream): Promise<void> {
  const { endsAt } = page.actor.user?.apiToken ?? { endsAt: null }
  // A timer can wait no longer than 24 days, and no page stays that long.
  const tokenEnd =
    endsAt && setTimeout(page.end, Math.min(endsAt.getTime() - Date.now(), 2 ** 31 - 1)).unref()
  presence.pageCame()
  stream.onClose(() => {
    if (tokenEnd) clearTimeout(tokenEnd)
    room.pages.delete(page)
    presence.pageWent()
  })
  // From the moment when the page was added on, a logout ends it.
  if (!(await isLoginAlive(page.actor))) page.end()
}

function pageOf(
  { actor, projectId }: Visit,
  project: ProjectRecord,
  name: string | null,
  { send, end }: Stream,
): LivePage {
  return {
    actor,
    projectId,
    // Each page of a browser without a secret counts as a visitor of its own.
    visitor: visitorKey(actor) ?? `page:${newPublicId()}`,
    name,
    isDesigner: isDesigner(actor, project),
    endsAt: new Date(Date.now() + stayMs + Math.random() * spreadMs),
    send,
    end,
  }
}

/** The name under which others see the visitor: a designer's own, what a guest has entered, or what an account wrote under. */
async function shownName({ actor, name }: Visit, project: ProjectRecord): Promise<string | null> {
  const ownName = designerName(actor, project)
  if (ownName !== null) return ownName
  if (actor.user !== null) return nameWrittenUnder(actor.user, project)
  // It must not look like a designer's.
  return name !== null && mayBearName(name, project) ? name : null
}

/** Null for an account that has written nothing here. */
async function nameWrittenUnder(
  { id }: NonNullable<Actor['user']>,
  project: ProjectRecord,
): Promise<string | null> {
  const last = await ThreadModel.findOne(
    { project: project._id, 'author.user': id, deletedAt: null },
    { commenter: 1 },
  )
    .sort({ _id: -1 })
    .lean()
  return last?.commenter ?? null
}

/** A page that missed more messages, or larger threads, loads the project again, in parts and only as fast as it takes
 *  them. */
const maxMessages = 50
const maxReplyBytes = 256 * 1024

/** The threads of a project that changed after a position. Each change is one of its comments, of the owner's visit,
 *  or of something that affects the whole page, such as a setting. Every comment knows its newest change. So a change that
 *  is found nowhere is of the last kind, or was followed by another one.
 *  @param position what the page has received last; null if that is not known
 *  @returns null when the page has to load the project again */
async function findMissed(
  { _id: project, owner, seq, link }: ProjectRecord,
  position: Position | null,
): Promise<ThreadWithReplies[] | null> {
  if (!position || position.isViewOnly !== hasBecomeViewOnly(link)) return null
  const { seq: since } = position
  if (since === seq) return []
  if (since > seq) return null
  const messages = await ThreadModel.find({ project, seq: isAbove(since) })
    .limit(maxMessages + 1)
    .lean<(ThreadRecord | ReplyRecord)[]>()
  if (messages.length > maxMessages) return null
  const visit = await VisitModel.findOne({ project, visitor: accountKey(owner) }, { seq: 1 }).lean()
  const found = new Set([...messages.map((message) => message.seq ?? 0), visit?.seq ?? 0])
  for (let one = since + 1; one <= seq; one += 1) if (!found.has(one)) return null
  const numbers = [
    ...new Set(messages.map((message) => (isThread(message) ? message.number : message.thread))),
  ]
  const bytes = [...(await findReplyBytes(project, numbers)).values()]
  if (bytes.reduce((sum, one) => sum + one, 0) > maxReplyBytes) return null
  return findThreadsByNumber(project, numbers)
}
