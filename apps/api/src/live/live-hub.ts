import type { Types } from 'mongoose'
import { isMine } from '../core/rights'
import { isThread, type ReplyRecord, type ThreadRecord } from '../comments/comment.record'
import type { Actor } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import type { StoredChanges } from '../core/stored-changes'
import type { ProjectRecord } from '../projects/project.record'
import type { StoredChange } from '../mongo/change-stream'
import { newPublicId } from '../base/ids'
import type { Log } from '../base/log'
import { heartbeat, type LivePage } from './live-page'
import { Room } from './room'
import { RoomPresence } from './room-presence'

const heartbeatMs = 25_000

export interface WatchedProject {
  room: Room
  presence: RoomPresence
  /** Whether it had no page at the last heartbeat, and none has come since. */
  isUnused: boolean
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
        projects: ({ document, seq }) => this.#find(document._id)?.room.projectChanged(document, seq),
        verdicts: ({ document }) => this.#find(document.project)?.room.verdictsChanged(),
        visits: ({ document }) => this.#find(document.project)?.room.visitChanged(document),
        presences: ({ document }) => this.#find(document.project)?.presence.partChanged(document),
        users: ({ document: { _id, tokenVersion } }) =>
          this.#endPagesOf((user) => user.id.equals(_id) && user.tokenVersion !== tokenVersion),
        revokedTokens: ({ document }) => this.#endPagesOf(({ login }) => login === document._id),
      },
      onDeleted: { apiTokens: (id) => this.#endPagesOf(({ login }) => login === id) },
      // They reconnect: their login is checked then, and they get what they missed.
      onGap: () => this.#endPages(() => true),
    })
  }

  /** Resolves when every later change will be noticed. */
  async open(): Promise<void> {
    if (!this.#heart) this.#heart = setInterval(() => this.#beat(), heartbeatMs).unref()
    await this.#changes.open()
  }

  /** The pages of a project. From here on, its changes are noticed. */
  watch(project: ProjectRecord): WatchedProject {
    const id = project._id.toHexString()
    const known = this.#watched.get(id)
    if (known) {
      known.isUnused = false
      return known
    }
    const onError = (error: unknown) => this.#log.warn({ err: error }, 'live events could not be sent')
    const room = new Room(project, this.#imageKeys, onError)
    const presence = new RoomPresence({
      project: project._id,
      processId: this.#processId,
      pages: room.pages,
      onError,
    })
    const watched = { room, presence, isUnused: false }
    this.#watched.set(id, watched)
    presence.renew().catch(onError)
    return watched
  }

  #find(project: Types.ObjectId): WatchedProject | undefined {
    return this.#watched.get(project.toHexString())
  }

  #takeComment({ document, seq, isInsert }: StoredChange<ThreadRecord | ReplyRecord>): void {
    const watched = this.#find(document.project)
    if (!watched) return
    const thread = isThread(document)
      ? { number: document.number, publicId: document.publicId }
      : { number: document.thread, publicId: document.parent }
    if (isInsert && isThread(document)) watched.room.threadAdded(document, seq)
    else watched.room.threadChanged(thread, seq)
    if (isInsert) nameAuthor(watched, document)
  }

  /** Pages of an ended login reconnect, and are then refused. */
  #endPagesOf(isEnded: (user: NonNullable<Actor['user']>) => boolean): void {
    this.#endPages(({ actor: { user } }) => user !== null && isEnded(user))
  }

  #endPages(isOver: (page: LivePage) => boolean): void {
    for (const { room } of this.#watched.values()) for (const page of room.pages) if (isOver(page)) page.end()
  }

  #beat(): void {
    const now = new Date()
    for (const [id, watched] of this.#watched) {
      const { room, presence } = watched
      if (room.pages.size === 0) {
        if (watched.isUnused && presence.isSettled) {
          room.close()
          this.#watched.delete(id)
        }
        watched.isUnused = true
        continue
      }
      room.endPagesWithoutAccess()
      presence.renew().catch((error: unknown) => this.#log.warn({ err: error }, 'presence was not renewed'))
      for (const page of room.pages) page.send(heartbeat)
    }
    this.#endPages(({ endsAt }) => endsAt < now)
  }
}

/** Shows an author who had no name to the others. */
function nameAuthor({ room, presence }: WatchedProject, message: ThreadRecord | ReplyRecord): void {
  for (const page of room.pages) {
    if (page.isDesigner || page.name === message.commenter || !isMine(page.actor, message)) continue
    page.name = message.commenter
    presence.pageCame()
  }
}
