import type { Round } from '@pinmark/shared/entities/round'
import type { LiveEvent } from '@pinmark/shared/events'
import type { ImageKeys } from '../../access/image-keys'
import { waiterFor } from '../../access/actor'
import { commentRights, guestRightsKey, projectRights, viewersOf } from '../../access/rights'
import { eventLoopSlots } from '../../base/fair-slots'
import { yieldToEventLoop } from '../../base/yield-to-event-loop'
import { hiddenVersions } from '../../models/hidden-versions'
import type { ProjectRecord } from '../../models/project'
import { statsNow } from '../../models/project-stats'
import { findReplyBytes, findThreadsByNumber, isGone, type ThreadWithReplies } from '../../models/threads'
import { newestPosition, type Position } from '../../platform/change-stream'
import { findVerdicts } from '../../models/verdict'
import { findVisit, type VisitRecord } from '../../models/visit'
import { visitorKey } from '../../models/visitor-key'
import { presentRound } from '../../presenters/round'
import { presentThread } from '../../presenters/comment'
import { presentProject } from '../../presenters/project'
import { presentVisit } from '../../presenters/visit'
import { toEventText, type LivePage } from './live-page'
import { PendingChanges, type Change, type ChangeKey, type ThreadName } from './pending-changes'
import type { Subject } from './recent-changes'
import { sendToPages } from './send-to-pages'

/** Timers of Node cannot wait longer. */
const longestTimerMs = 2 ** 31 - 1
/** How often held events are checked. */
const pauseMs = 25
/** Threads are read together up to this size of their replies. A single thread may be larger. */
const partBytes = 256 * 1024
/** Requests are served after each longer event. */
const longEventBytes = 64 * 1024
/** A page that missed more changed threads, or larger ones than are read together, reloads, because the project is read in
 *  parts, and only as fast as the page takes them. */
const maxResentThreads = 50
/** Limits how many reconnected pages are served at a time. */
const resending = eventLoopSlots(2)
/** Limits how many rooms read and send a thread above `partBytes` at a time. It takes megabytes, and may have to be written
 *  for each page separately. */
const sendingLong = eventLoopSlots(2)

/** The pages that have one project open. They receive events in batches. All changes of a thread while the
 *  previous batch is being sent, or shortly after its last event, are read and sent once. */
export class Room {
  readonly pages = new Set<LivePage>()
  readonly #imageKeys: ImageKeys
  readonly #onError: (error: unknown) => void
  #project: ProjectRecord
  #projectChangedAt: Position | null = null
  /** True after a design or version was deleted or restored, because pages then show other comments. */
  #otherCommentsShow = false
  /** What the link allowed according to the last event. The rights on each comment follow from it. */
  #guestRights: string
  readonly #pending = new PendingChanges()
  #isSending = false
  #end: NodeJS.Timeout | undefined

  constructor(project: ProjectRecord, imageKeys: ImageKeys, onError: (error: unknown) => void) {
    this.#project = project
    this.#guestRights = guestRightsKey(project)
    this.#imageKeys = imageKeys
    this.#onError = onError
    this.#waitForEnd()
  }

  threadAdded(thread: ThreadWithReplies['thread'], position: Position): void {
    this.#note(thread.number, { position, subject: thread, added: { thread, replies: [] }, isNew: true })
  }

  threadChanged(subject: ThreadName, position: Position): void {
    const isNew = this.#pending.find(subject.number)?.isNew ?? false
    this.#note(subject.number, { position, subject, added: null, isNew })
  }

  projectChanged(project: ProjectRecord, position: Position): void {
    this.#take(project)
    this.#projectChangedAt = position
    // This event is never delayed, although others may be.
    this.endPagesWithoutAccess()
    this.#note('project', { position, subject: 'project', added: null, isNew: false })
  }

  verdictsChanged(position: Position): void {
    this.#note('round', { position, subject: 'round', added: null, isNew: false })
  }

  /** Sent without a position, and so without waiting for delayed events. */
  visitChanged(visit: VisitRecord): void {
    for (const page of this.pages) if (page.visitor === visit.visitor) sendVisit(page, visit)
  }

  /** Takes a project that was read after everything up to `readAfter` had happened, unless a newer one is
   *  known. */
  learn(project: ProjectRecord, readAfter: Position | null): void {
    const knowsNewer =
      this.#projectChangedAt !== null && readAfter !== null && this.#projectChangedAt > readAfter
    if (!knowsNewer) this.#take(project)
  }

  #take(project: ProjectRecord): void {
    // Comments appear and disappear with deleted and restored versions, and carried ones are on another version.
    this.#otherCommentsShow ||= hiddenVersions(project).join() !== hiddenVersions(this.#project).join()
    this.#project = project
    this.#waitForEnd()
  }

  /** No page has the project open any more. */
  close(): void {
    clearTimeout(this.#end)
  }

  /** Updates the pages at the moment when the link ends. If that is later than the longest timer, it sets the
   *  timer again. */
  #waitForEnd(): void {
    clearTimeout(this.#end)
    const { endsAt, viewOnlyAt } = this.#project.link
    const leftMs = ((endsAt ?? viewOnlyAt)?.getTime() ?? 0) - Date.now()
    if (leftMs <= 0) return
    this.#end = setTimeout(
      () => {
        this.endPagesWithoutAccess()
        const position = newestPosition()
        if (position !== null)
          this.#note('project', { position, subject: 'project', added: null, isNew: false })
        this.#waitForEnd()
      },
      Math.min(leftMs, longestTimerMs),
    ).unref()
  }

  /** Ends the pages that lost their access, by a setting or by time. */
  endPagesWithoutAccess(): void {
    const mayView = viewersOf(this.#project)
    const shutOut = [...this.pages].filter(({ actor, projectId }) => !mayView(actor, projectId))
    // From here on they receive nothing else.
    for (const page of shutOut) this.pages.delete(page)
    void sendToPages(shutOut, (page) => {
      page.send(toEventText({ type: 'project.closed' }, null))
      page.end()
    })
  }

  /** Sends something to the pages of the list that are still open. */
  async #sendToEach(pages: Iterable<LivePage>, send: (page: LivePage) => void): Promise<void> {
    await sendToPages(pages, (page) => {
      if (this.pages.has(page)) send(page)
    })
  }

  /** Sends a page the changes since it was disconnected. A page that missed too much is told to reload, and so is one
   *  that missed a change of the project, because that may affect any comment.
   *  @throws AppError server_busy */
  async resend(page: LivePage, subjects: ReadonlySet<Subject>, position: Position): Promise<void> {
    await resending.run(waiterFor(page.actor), () => this.#resend(page, subjects, position))
  }

  async #resend(page: LivePage, subjects: ReadonlySet<Subject>, position: Position): Promise<void> {
    const numbers = [...subjects].filter((subject) => typeof subject === 'number')
    const isTooMuch =
      subjects.has('project') ||
      numbers.length > maxResentThreads ||
      sumOf(await this.#replyBytes(numbers)) > partBytes
    if (isTooMuch) return page.send(toEventText({ type: 'reload' }, position))
    const found = await findThreadsByNumber(this.#project._id, numbers)
    const last = found.at(-1)
    // Only the last event has the position, so that a page that loses the others gets them again.
    if (subjects.has('round')) await this.#sendRound([page], last ? null : position)
    const visit = subjects.has(`visit ${page.visitor}`) && (await findVisit(this.#project._id, page.visitor))
    if (visit) sendVisit(page, visit)
    for (const one of found) {
      await this.#sendThread([page], one, { position: one === last ? position : null, isNew: false })
    }
  }

  async #replyBytes(numbers: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return numbers.length === 0 ? new Map<number, number>() : findReplyBytes(this.#project._id, numbers)
  }

  async sendToAll(event: LiveEvent, position: Position | null): Promise<void> {
    const text = toEventText(event, position)
    await this.#sendToEach(this.pages, (page) => page.send(text))
  }

  #note(key: ChangeKey, change: Change): void {
    this.#pending.add(key, change)
    if (!this.#isSending) void this.#sendPending()
  }

  async #sendPending(): Promise<void> {
    this.#isSending = true
    while (!this.#pending.isEmpty) {
      const changes = this.#pending.takeSettled()
      if (changes.length === 0) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
        continue
      }
      try {
        await this.#sendBatch(changes)
      } catch (error) {
        this.#onError(error)
        await this.sendToAll({ type: 'reload' }, null)
      }
    }
    this.#isSending = false
  }

  async #sendBatch(changes: Change[]): Promise<void> {
    // The hub keeps a room for some seconds after its last page. A page that comes later gets what it missed.
    if (this.pages.size === 0) {
      this.#guestRights = guestRightsKey(this.#project)
      return
    }
    const unread = changes.flatMap(({ subject, added }) =>
      typeof subject === 'string' || added ? [] : subject.number,
    )
    const bytesOf = await this.#replyBytes(unread)
    const send = () => this.#sendChanges(changes, partsOf(unread, bytesOf))
    const project = this.#project._id.toHexString()
    if (sumOf(bytesOf) <= partBytes) await send()
    else await sendingLong.run({ account: project, network: project }, send)
  }

  /** @param parts numbers of threads that are read together, in the order of the changes */
  async #sendChanges(changes: Change[], parts: number[][]): Promise<void> {
    let current = new Map<number, ThreadWithReplies>()
    for (const change of changes) {
      const { subject, added, position } = change
      if (subject === 'project') await this.#sendProject(position)
      else if (subject === 'round') await this.#sendRound(this.pages, position)
      else {
        if (parts[0]?.[0] === subject.number) {
          const read = await findThreadsByNumber(this.#project._id, parts.shift() ?? [])
          current = new Map(read.map((found) => [found.thread.number, found]))
        }
        const found = added ?? current.get(subject.number)
        if (found) await this.#sendThread(this.pages, found, change)
        else await this.sendToAll({ type: 'comment.removed', commentId: subject.publicId }, position)
      }
    }
  }

  /** Serialized once for successive pages with the same rights, because most of a thousand pages have the same. The text for
   *  other rights is not kept: a thread may take megabytes, and each page may have rights of its own. */
  async #sendThread(
    pages: Iterable<LivePage>,
    found: ThreadWithReplies,
    { position, isNew }: { position: Position | null; isNew: boolean },
  ): Promise<void> {
    const { thread, replies } = found
    const removed: LiveEvent = { type: 'comment.removed', commentId: thread.publicId }
    const isRemoved = isGone(found) || hiddenVersions(this.#project).includes(thread.version)
    let written = { signature: 'none', bytes: Buffer.alloc(0) }
    await this.#sendToEach(pages, (page) => {
      const rightsOf = commentRights(page.actor, this.#project)
      const imageKey = this.#imageKeys.for(page.actor, this.#project)
      const messages = [thread, ...replies]
      // One HMAC serves all pictures, because it depends only on the kind of access.
      const signature = isRemoved ? '' : JSON.stringify([messages.map(rightsOf), imageKey('')])
      if (written.signature !== signature) {
        const type = isNew ? 'comment.added' : 'comment.changed'
        const view = { rightsOf, imageKey }
        const comment = presentThread(thread, replies, view, this.#project)
        const text = toEventText(isRemoved ? removed : { type, comment }, position)
        written = { signature, bytes: Buffer.from(text) }
      }
      page.send(written.bytes)
    })
    if (written.bytes.length > longEventBytes) await yieldToEventLoop()
  }

  /** Each page receives its new rights. If they affect its comments too, it has to reload. */
  async #sendProject(position: Position): Promise<void> {
    const project = this.#project
    const stats = await statsNow(project)
    this.endPagesWithoutAccess()
    const mayView = viewersOf(project)
    const roundOf = await this.#findRound()
    const guestRights = guestRightsKey(project)
    const [otherCommentsShow, rightsChanged] = [this.#otherCommentsShow, this.#guestRights !== guestRights]
    this.#otherCommentsShow = false
    this.#guestRights = guestRights
    const share = sharedBytes()
    await this.#sendToEach(this.pages, (page) => {
      const { actor, projectId, isOwner } = page
      if (!mayView(actor, projectId)) return
      const can = projectRights(actor, project)
      const imageKey = this.#imageKeys.for(actor, project)
      const state = presentProject(project, { isOwner, can, stats, imageKey, round: roundOf(page) })
      const mustReload = otherCommentsShow || (rightsChanged && !isOwner)
      // If the stream breaks between the two events, the position before both makes the page reload.
      page.send(share(toEventText({ type: 'project.changed', project: state }, mustReload ? null : position)))
      if (mustReload) page.send(toEventText({ type: 'reload' }, position))
    })
  }

  /** The owner receives all verdicts, everyone else their own. */
  async #sendRound(pages: Iterable<LivePage>, position: Position | null): Promise<void> {
    const roundOf = await this.#findRound()
    const share = sharedBytes()
    await this.#sendToEach(pages, (page) =>
      page.send(share(toEventText({ type: 'round.changed', round: roundOf(page) }, position))),
    )
  }

  async #findRound(): Promise<(page: LivePage) => Round> {
    const project = this.#project
    const verdicts = await findVerdicts({ project: project._id, round: project.round.number })
    return ({ isOwner, actor }) => presentRound(project, { isOwner, visitor: visitorKey(actor), verdicts })
  }
}

/** Numbers of threads that are read together. */
function partsOf(numbers: readonly number[], bytesOf: ReadonlyMap<number, number>): number[][] {
  const parts: number[][] = []
  let sum = Infinity
  for (const number of numbers) {
    const bytes = bytesOf.get(number) ?? 0
    sum += bytes
    if (sum > partBytes) {
      parts.push([])
      sum = bytes
    }
    parts.at(-1)?.push(number)
  }
  return parts
}

function sumOf(bytesOf: ReadonlyMap<number, number>): number {
  return [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** Gives successive equal texts as the same bytes, which take memory once for all pages. */
function sharedBytes(): (text: string) => Buffer {
  let last = { text: '', bytes: Buffer.alloc(0) }
  return (text) => {
    if (text !== last.text) last = { text, bytes: Buffer.from(text) }
    return last.bytes
  }
}

function sendVisit(page: LivePage, visit: VisitRecord): void {
  page.send(toEventText({ type: 'visit.changed', visit: presentVisit(visit) }, null))
}
