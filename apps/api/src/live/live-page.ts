import { AppError } from '@pinmark/shared/errors'
import type { LiveEvent } from '@pinmark/shared/events'
import type { Actor } from '../core/actor'
import { hasBecomeViewOnly } from '../projects/link-state'
import type { ProjectRecord } from '../projects/project.record'

/** One open page that receives events. */
export interface LivePage {
  actor: Actor
  /** The id in its address, which may be a link that ends. */
  projectId: string
  /** The same for all pages of one visitor. */
  visitor: string
  /** The name under which others see this visitor. */
  name: string | null
  /** Whether the visitor is the owner or a member. */
  isDesigner: boolean
  endsAt: Date
  send: (event: string | Buffer) => void
  end: () => void
}

/** An event as text of the stream.
 *  @param position where a page that loses its stream continues; null for an event that changes nothing about that */
export function toEventText(event: LiveEvent, position: string | null): string {
  return `${position === null ? '' : `id: ${position}\n`}data: ${JSON.stringify(event)}\n\n`
}

/** An empty event. It keeps proxies from closing an idle stream, and detects pages that are gone. */
export const heartbeat = ': \n\n'

/** How long a page waits before it reconnects. */
export const retryText = 'retry: 2000\n\n'

interface PageLimits {
  ofNetwork: number
  /** Limit of all networks together, because each page uses memory while it is open. */
  inAll: number
}

/** Counts the open pages of each network. The limit of one network is high enough for a workshop behind one
 *  address, and stops a flood of idle streams. When all networks together reach their limit, the network with
 *  the most pages makes room. */
export class PageCount {
  readonly #pages = new Map<string, Set<LivePage>>()
  #count = 0

  constructor(private readonly limits: PageLimits) {}

  /** @throws AppError too_many_requests when the network has no room for one more */
  checkRoom(network: string): void {
    const own = this.#of(network)
    const isFull = this.#count >= this.limits.inAll && own >= this.#largest()[1].size
    if (own >= this.limits.ofNetwork || isFull) {
      throw new AppError('too_many_requests', { retryAfterSeconds: 60 })
    }
  }

  add(network: string, page: LivePage): void {
    const pages = this.#pages.get(network) ?? new Set()
    this.#pages.set(network, pages.add(page))
    this.#count += 1
    if (this.#count > this.limits.inAll) this.#endOne()
  }

  remove(network: string, page: LivePage): void {
    const pages = this.#pages.get(network)
    if (!pages?.delete(page)) return
    this.#count -= 1
    if (pages.size === 0) this.#pages.delete(network)
  }

  /** Closes the oldest page of the network with the most pages. */
  #endOne(): void {
    const [network, pages] = this.#largest()
    const [oldest] = pages
    if (!oldest) return
    this.remove(network, oldest)
    oldest.end()
  }

  #largest(): [network: string, pages: Set<LivePage>] {
    let largest: [string, Set<LivePage>] = ['', new Set()]
    for (const one of this.#pages) if (one[1].size > largest[1].size) largest = one
    return largest
  }

  #of(network: string): number {
    return this.#pages.get(network)?.size ?? 0
  }
}

/** What a page knows of a project: its changes up to a number, and whether its link had become view-only at its end date.
 *  Nothing is stored when that happens. */
export interface Position {
  seq: number
  isViewOnly: boolean
}

const viewOnlyMark = 'v'

/** The position after change number `seq` as text: the ids of live events. */
export function positionText({ link }: Pick<ProjectRecord, 'link'>, seq: number): string {
  return `${seq}${hasBecomeViewOnly(link) ? viewOnlyMark : ''}`
}

/** @returns null for any other text */
export function readPosition(text: string | undefined): Position | null {
  const [, seq, mark] = /^(\d{1,15})(v?)$/.exec(text ?? '') ?? []
  return seq === undefined ? null : { seq: Number(seq), isViewOnly: mark === viewOnlyMark }
}
