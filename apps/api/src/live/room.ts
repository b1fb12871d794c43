import type { Round } from '@pinmark/shared/entities/round'
import type { LiveEvent } from '@pinmark/shared/events'
import type { Actor } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import {
  commentRights,
  guestRightsKey,
  involvedIn,
  isDesigner as isDesignerIn,
  projectRights,
  roleIn,
  viewersOf,
} from '../core/rights'
import { yieldToEventLoop } from '../base/pace'
import { hiddenVersions } from '../projects/link-state'
import { positionText, toEventText, type LivePage } from './live-page'
import type { ProjectRecord } from '../projects/project.record'
import { statsNow } from '../projects/project-stats.record'
import { findThreadsByNumber, isGone, type ThreadWithReplies } from '../comments/threads.record'
import { findVerdicts } from '../rounds/verdict.record'
import { type VisitRecord, visitorKey } from '../visits/visit.record'
import { presentThread } from '../comments/comment.presenter'
import { presentProject, presentVisit } from '../projects/project.presenter'
import { presentRound } from '../rounds/round.presenter'
import { PendingChanges, type Change, type ChangeKey, type ThreadName } from './pending-changes'

/** Timers of Node cannot wait longer. */
const longestTimerMs = 2 ** 31 - 1
/** How often held events are checked. */
const pauseMs = 25
/** Longer events let requests be served in between. */
const longEventBytes = 64 * 1024

/** An event as a page may see it. */
type EventFor = (page: LivePage) => string | Buffer

/** The pages that have one project open. They receive events in batches. All changes of a thread while the
 *  previous batch is being sent, or shortly after its last event, are read and sent once. */
export class Room {
  readonly pages = new Set<LivePage>()
  readonly #imageKeys: ImageKeys
  readonly #onError: (error: unknown) => void
  #project: ProjectRecord
  /** The newest change of the project that this process knows. */
  #seq: number
  /** True after a design or version was deleted or restored, because pages then show other comments. */
  #otherCommentsShow = false
  /** What the link allowed according to the last event. The rights on each comment follow from it. */
  #guestRights: string
  readonly #pending = new PendingChanges()
  #isSending = false
  #end: NodeJS.Timeout | undefined

  constructor(project: ProjectRecord, imageKeys: ImageKeys, onError: (error: unknown) => void) {
    this.#project = project
    this.#seq = project.seq
    this.#guestRights = guestRightsKey(project)
    this.#imageKeys = imageKeys
    this.#onError = onError
    this.#waitForEnd()
  }

  threadAdded(thread: ThreadWithReplies['thread'], seq: number | null): void {
    this.#note(thread.number, { seq, subject: thread, added: { thread, replies: [] }, isNew: true })
  }

  threadChanged(subject: ThreadName, seq: number | null): void {
    const isNew = this.#pending.find(subject.number)?.isNew ?? false
    this.#note(subject.number, { seq, subject, added: null, isNew })
  }

  projectChanged(project: ProjectRecord, seq: number | null): void {
    this.#take(project)
    // This event is never delayed, although others may be.
    this.endPagesWithoutAccess()
    this.#note('project', { seq, subject: 'project', added: null, isNew: false })
  }

  verdictsChanged(): void {
    this.#note('round', { seq: null, subject: 'round', added: null, isNew: false })
  }

  /** It is sent at once, and does not wait for delayed events. */
  visitChanged(visit: VisitRecord): void {
    for (const page of this.pages) if (page.visitor === visit.visitor) sendVisit(page, visit)
  }

  /** Adds a page, and sends it what it has missed.
   *  @param project as it was read after the page's request
   *  @param missed the threads that changed before; null when the page has to load the project again
   *  @returns false when something has changed since `project` was read. Then nothing was done. */
  enter(page: LivePage, project: ProjectRecord, missed: readonly ThreadWithReplies[] | null): boolean {
    if (this.#seq > project.seq) return false
    if (project.seq >= this.#project.seq) this.#take(project)
    page.isDesigner = isDesignerIn(page.actor, project)
    this.pages.add(page)
    if (missed === null) page.send(this.#text({ type: 'reload' }, project.seq))
    // Only the last event has the number, so that a page that loses the others gets them again.
    for (const found of missed ?? []) {
      const seq = found === missed?.at(-1) ? project.seq : null
      page.send(this.#threadEvent(found, { seq, isNew: false })(page))
    }
    return true
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
      // It sets the timer again.
      () => this.projectChanged(this.#project, null),
      Math.min(leftMs, longestTimerMs),
    ).unref()
  }

  /** Ends the pages that lost their access, by a setting or by time. */
  endPagesWithoutAccess(): void {
    const mayView = viewersOf(this.#project)
    for (const page of [...this.pages]) {
      if (mayView(page.actor, page.projectId)) {
        this.#checkRole(page)
        continue
      }
      // From here on it receives nothing else.
      this.pages.delete(page)
      page.send(toEventText({ type: 'project.closed' }, null))
      page.end()
    }
  }

  /** A page loads the project again after its visitor became a member or lost the membership. */
  #checkRole(page: LivePage): void {
    const isDesigner = isDesignerIn(page.actor, this.#project)
    if (page.isDesigner === isDesigner) return
    page.isDesigner = isDesigner
    page.send(toEventText({ type: 'reload' }, null))
  }

  #note(key: ChangeKey, change: Change): void {
    this.#seq = Math.max(this.#seq, change.seq ?? 0)
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
        for (const change of changes) await this.#send(change)
      } catch (error) {
        this.#onError(error)
        for (const page of this.pages) page.send(toEventText({ type: 'reload' }, null))
      }
    }
    this.#isSending = false
  }

  async #send(change: Change): Promise<void> {
    const { subject, added, seq } = change
    // A page that comes later gets what it missed.
    if (this.pages.size === 0) this.#guestRights = guestRightsKey(this.#project)
    else if (subject === 'project') await this.#sendProject(seq)
    else if (subject === 'round') await this.#sendRound()
    else {
      const found = added ?? (await findThreadsByNumber(this.#project._id, [subject.number])).at(0)
      await this.#sendToEach(
        found ? this.#threadEvent(found, change) : this.#removedEvent(subject.publicId, seq),
      )
    }
  }

  /** @param seq null for an event after which a page does not continue */
  #text(event: LiveEvent, seq: number | null): string {
    return toEventText(event, seq === null ? null : positionText(this.#project, seq))
  }

  /** Requests are served after each long text, because a long thread is written for each of its authors. */
  async #sendToEach(eventFor: EventFor): Promise<void> {
    for (const page of this.pages) {
      const event = eventFor(page)
      page.send(event)
      if (event.length > longEventBytes) await yieldToEventLoop()
    }
  }

  #removedEvent(commentId: string, seq: number | null): EventFor {
    const text = this.#text({ type: 'comment.removed', commentId }, seq)
    return () => text
  }

  /** Strangers to a thread receive the same bytes, which take memory once for all pages. */
  #threadEvent(found: ThreadWithReplies, { seq, isNew }: { seq: number | null; isNew: boolean }): EventFor {
    const { thread, replies } = found
    if (isGone(found) || hiddenVersions(this.#project).includes(thread.version))
      return this.#removedEvent(thread.publicId, seq)
    const write = (actor: Actor): Buffer => {
      const rightsOf = commentRights(actor, this.#project)
      const imageKey = this.#imageKeys.for(actor, this.#project)
      const comment = presentThread(thread, replies, { rightsOf, imageKey }, this.#project)
      return Buffer.from(this.#text({ type: isNew ? 'comment.added' : 'comment.changed', comment }, seq))
    }
    const isInvolved = involvedIn([thread, ...replies])
    let shared: Buffer | undefined
    return ({ actor, isDesigner }) => {
      const isStranger = !isDesigner && !actor.user?.apiToken && !isInvolved(actor)
      return isStranger ? (shared ??= write(actor)) : write(actor)
    }
  }

  /** Each page receives its new rights. If they affect its comments too, it has to reload. */
  async #sendProject(seq: number | null): Promise<void> {
    const project = this.#project
    const stats = await statsNow(project)
    const roundOf = await this.#findRound()
    this.endPagesWithoutAccess()
    const guestRights = guestRightsKey(project)
    const [otherCommentsShow, rightsChanged] = [this.#otherCommentsShow, this.#guestRights !== guestRights]
    this.#otherCommentsShow = false
    this.#guestRights = guestRights
    const share = sharedBytes()
    for (const page of this.pages) {
      const { actor, isDesigner } = page
      const can = projectRights(actor, project)
      const imageKey = this.#imageKeys.for(actor, project)
      const state = presentProject(project, {
        ...{ ...roleIn(actor, project), can, stats, imageKey },
        round: roundOf(page),
      })
      const mustReload = otherCommentsShow || (rightsChanged && !isDesigner)
      // If the stream breaks between the two events, the number before both makes the page reload.
      page.send(share(this.#text({ type: 'project.changed', project: state }, mustReload ? null : seq)))
      if (mustReload) page.send(this.#text({ type: 'reload' }, seq))
    }
  }

  /** Designers receive all verdicts, guests their own. */
  async #sendRound(): Promise<void> {
    const roundOf = await this.#findRound()
    const share = sharedBytes()
    for (const page of this.pages)
      page.send(share(toEventText({ type: 'round.changed', round: roundOf(page) }, null)))
  }

  async #findRound(): Promise<(page: LivePage) => Round> {
    const project = this.#project
    const verdicts = await findVerdicts({ project: project._id, round: project.round.number })
    return ({ isDesigner, actor }) =>
      presentRound(project, { isDesigner, visitor: visitorKey(actor), verdicts })
  }
}

/** Gives successive equal texts as the same bytes, which take memory once for all pages. */
function sharedBytes(): (text: string) => Buffer {
  let last = { text: '', bytes: Buffer.alloc(0) }
  return (text) => {
    if (text !== last.text) last = { text, bytes: Buffer.from(text) }
    return last.bytes
  }
}

export function sendVisit(page: LivePage, visit: VisitRecord): void {
  page.send(toEventText({ type: 'visit.changed', visit: presentVisit(visit) }, null))
}
