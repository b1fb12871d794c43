import { isMine } from '../../access/rights'
import { isThread, type ReplyRecord, type ThreadRecord } from '../../models/comment'
import type { Actor } from '../../access/actor'
import type { ImageKeys } from '../../access/image-keys'
import type { StoredChanges } from '../../access/stored-changes'
import type { ProjectRecord } from '../../models/project'
import { newestPosition, timeOf, type Position, type StoredChange } from '../../platform/change-stream'
import { newPublicId } from '../../base/public-id'
import type { Log } from '../../platform/log'
import { heartbeat, retryText, toEventText, type LivePage } from './live-page'
import { RecentChanges, type Subject } from './recent-changes'
import { Room } from './room'
import { RoomPresence } from './room-presence'
import { sendToPages } from './send-to-pages'

const heartbeatMs = 25_000

interface Behind {
  lookedAfter: Position | null
  position: Position | null
}

interface WatchedProject {
  room: Room
  presence: RoomPresence
}

interface LiveHubOptions {
  changes: StoredChanges
  imageKeys: ImageKeys
  log: Log
}

/** Sends changes in the database to all pages that are connected to this process. */
export class LiveHub {
  readonly #log: Log
  readonly #changes: StoredChanges
  readonly #imageKeys: ImageKeys
  readonly #recent = new RecentChanges()
  /** Visits are frequent, and cheap to read again. Separate from the other changes, they do not displace them. */
  readonly #recentVisits = new RecentChanges()
  readonly #watched = new Map<string, WatchedProject>()
  readonly #processId = newPublicId()
  #heart: NodeJS.Timeout | undefined

  constructor({ changes, imageKeys, log }: LiveHubOptions) {
    this.#log = log
    this.#changes = changes
    this.#imageKeys = imageKeys
    changes.listen({
      on: {
        comments: (change) => this.#takeComment(change),
        projects: ({ document, position }) =>
          this.#remember(document._id.toHexString(), 'project', position)?.projectChanged(document, position),
        verdicts: ({ document, position }) =>
          this.#remember(document.project.toHexString(), 'round', position)?.verdictsChanged(position),
        visits: ({ document, position }) => {
          const project = document.project.toHexString()
          this.#recentVisits.add({ project, subject: `visit ${document.visitor}`, position })
          this.#watched.get(project)?.room.visitChanged(document)
        },
        presences: ({ document }) =>
          this.#watched.get(document.project.toHexString())?.presence.partChanged(document),
        users: ({ document: { _id, tokenVersion } }) =>
          this.#endPagesOf((user) => user.id.equals(_id) && user.tokenVersion !== tokenVersion),
        revokedTokens: ({ document }) => this.#endPagesOf(({ login }) => login === document._id),
      },
      onDeleted: { apiTokens: (id) => this.#endPagesOf(({ login }) => login === id) },
      onGap: () => this.#startAgain(),
    })
  }

  /** Resolves when every later change will be noticed. */
  async open(): Promise<void> {
    if (this.#heart) return this.#changes.open()
    this.#heart = setInterval(() => this.#beat(), heartbeatMs).unref()
    await this.#changes.open()
    this.#beginRecent()
  }

  /** Adds a page. `project` has to be read after `open`. */
  enter(page: LivePage, project: ProjectRecord): void {
    const { room, presence } = this.#watchedProject(project)
    room.pages.add(page)
    page.send(retryText)
    presence.pageCame()
  }

  /** Sends a page the changes after `position`. If they are no longer known, the page has to reload. `project` was
   *  read after everything up to `lookedAfter` had happened. */
  async catchUp(page: LivePage, project: ProjectRecord, { lookedAfter, position }: Behind): Promise<void> {
    const { room } = this.#watchedProject(project)
    room.learn(project, lookedAfter)
    const now = newestPosition()
    const id = project._id.toHexString()
    const missed = position && this.#recent.after(position, id, ['project', 'round'])
    if (!missed || now === null) return page.send(toEventText({ type: 'reload' }, now))
    // When a link becomes view-only at its end date, nothing is stored.
    const { viewOnlyAt } = project.link
    if (viewOnlyAt && viewOnlyAt <= new Date() && viewOnlyAt >= timeOf(position)) missed.add('project')
    const visit = `visit ${page.visitor}` as const
    // It is sent again even if it is unknown whether it changed.
    if (this.#recentVisits.after(position, id, [visit])?.size !== 0) missed.add(visit)
    if (missed.size > 0) await room.resend(page, missed, now)
  }

  /** Sends the changes after `position` to a page that does not stay, so that the others do not see it come and go. */
  async catchUpOnce(page: LivePage, project: ProjectRecord, behind: Behind): Promise<void> {
    const { room } = this.#watchedProject(project)
    room.pages.add(page)
    try {
      await this.catchUp(page, project, behind)
    } finally {
      room.pages.delete(page)
    }
  }

  leave(page: LivePage, project: ProjectRecord): void {
    const { room, presence } = this.#watchedProject(project)
    room.pages.delete(page)
    presence.pageWent()
  }

  /** Shows a visitor without a name to the others under the name of their earlier comment, if there is one. */
  nameVisitor(page: LivePage, project: ProjectRecord, name: string | null): void {
    if (name === null || page.name !== null) return
    page.name = name
    this.#watchedProject(project).presence.pageCame()
  }

  #watchedProject(project: ProjectRecord): WatchedProject {
    const id = project._id.toHexString()
    const known = this.#watched.get(id)
    if (known) return known
    const onError = (error: unknown) => this.#log.warn({ err: error }, 'live events could not be sent')
    const room = new Room(project, this.#imageKeys, onError)
    const presence = new RoomPresence({
      project: project._id,
      processId: this.#processId,
      pages: room.pages,
      onError,
    })
    const watched = { room, presence }
    this.#watched.set(id, watched)
    presence.renew().catch(onError)
    return watched
  }

  #takeComment({ document, position, isInsert }: StoredChange<ThreadRecord | ReplyRecord>): void {
    const thread = isThread(document)
      ? { number: document.number, publicId: document.publicId }
      : { number: document.thread, publicId: document.parent }
    const room = this.#remember(document.project.toHexString(), thread.number, position)
    if (isInsert && isThread(document)) room?.threadAdded(document, position)
    else room?.threadChanged(thread, position)
    if (isInsert) this.#nameAuthor(document)
  }

  #nameAuthor(message: ThreadRecord | ReplyRecord): void {
    const watched = this.#watched.get(message.project.toHexString())
    if (!watched) return
    for (const page of watched.room.pages) {
      if (page.isOwner || page.name === message.commenter || !isMine(page.actor, message)) continue
      page.name = message.commenter
      watched.presence.pageCame()
    }
  }

  /** Pages of an ended login reconnect, and are then refused. */
  #endPagesOf(isEnded: (user: NonNullable<Actor['user']>) => boolean): void {
    for (const { room } of this.#watched.values()) {
      for (const { actor, end } of room.pages) if (actor.user && isEnded(actor.user)) end()
    }
  }

  #remember(project: string, subject: Subject, position: Position): Room | undefined {
    this.#recent.add({ project, subject, position })
    return this.#watched.get(project)?.room
  }

  #beginRecent(): void {
    for (const recent of [this.#recent, this.#recentVisits]) recent.begin(newestPosition())
  }

  #startAgain(): void {
    this.#beginRecent()
    // Their login may have ended unnoticed. They reconnect with their token, which is checked then.
    this.#endPagesOf(() => true)
    const text = toEventText({ type: 'reload' }, newestPosition())
    void sendToPages(this.#allPages(), (page) => page.send(text))
  }

  #beat(): void {
    const now = new Date()
    for (const [id, { room, presence }] of this.#watched) {
      if (room.pages.size === 0) {
        if (presence.isSettled) {
          room.close()
          this.#watched.delete(id)
        }
        continue
      }
      room.endPagesWithoutAccess()
      presence.renew().catch((error: unknown) => this.#log.warn({ err: error }, 'presence was not renewed'))
    }
    void sendToPages(this.#allPages(), (page) => {
      page.send(heartbeat)
      if (page.endsAt < now) page.end()
    })
  }

  #allPages(): LivePage[] {
    return [...this.#watched.values()].flatMap(({ room }) => [...room.pages])
  }
}
