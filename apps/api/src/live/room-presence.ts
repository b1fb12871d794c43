import type { Types } from 'mongoose'
import type { LiveEvent } from '@pinmark/shared/events'
import { isAbove } from '../mongo/queries'
import { PresenceModel, type PresenceRecord, type PresentRecord } from './presence.record'
import { toEventText, type LivePage } from './live-page'

/** Above this number of visitors, everyone gets the same list, serialized once, because nobody reads the
 *  names of a crowd. */
const crowd = 30
/** Delay before arrivals and departures are announced. Visitors who arrive together are announced once. A
 *  visitor who reloads the page, or whose stream ended and was reopened, does not count as gone. */
const delayMs = { came: 300, went: 6_000, send: 300 }
/** Longer than two heartbeats, so that a late heartbeat makes no visitor disappear. */
const presenceLifeMs = 75_000

interface PresenceOptions {
  project: Types.ObjectId
  processId: string
  pages: ReadonlySet<LivePage>
  onError: (error: unknown) => void
}

/** The visitors of a project, here and in the other processes. Each process stores its own part and watches all
 *  parts. */
export class RoomPresence {
  readonly #options: PresenceOptions
  readonly #parts = new Map<string, PresenceRecord>()
  readonly #lastSent = new WeakMap<LivePage, string>()
  #storing: NodeJS.Timeout | undefined
  #sending: NodeJS.Timeout | undefined

  constructor(options: PresenceOptions) {
    this.#options = options
  }

  /** True when nothing waits to be stored. */
  get isSettled(): boolean {
    return this.#storing === undefined
  }

  pageCame(): void {
    clearTimeout(this.#storing)
    this.#storeIn(delayMs.came)
  }

  pageWent(): void {
    if (!this.#storing) this.#storeIn(delayMs.went)
  }

  /** A visitor arrived or left, in any process. */
  partChanged(part: PresenceRecord): void {
    this.#parts.set(part._id, part)
    this.#sendSoon()
  }

  #sendSoon(): void {
    if (this.#sending) return
    this.#sending = setTimeout(() => {
      this.#sending = undefined
      this.#send()
    }, delayMs.send).unref()
  }

  /** Stores that this process is alive, and removes the parts of dead processes. */
  async renew(): Promise<void> {
    const { project, pages } = this.#options
    if (pages.size > 0) await this.#store()
    const parts = await PresenceModel.find({ project, expiresAt: isAbove(new Date()) }).lean<
      PresenceRecord[]
    >()
    this.#parts.clear()
    for (const part of parts) this.#parts.set(part._id, part)
    this.#send()
  }

  /** Sends each page the list of other visitors, unless it already has it. */
  #send(): void {
    const everyone = this.#everyone()
    const counts = [...this.#parts.values()].map(({ count }) => count)
    const isCrowd = Math.max(everyone.length, ...counts) > crowd
    const total = isCrowd ? counts.reduce((sum, count) => sum + count, 0) : everyone.length
    const crowdText = isCrowd ? presenceText(everyone.slice(0, crowd), total - 1) : ''
    for (const page of this.#options.pages) {
      const others = isCrowd ? [] : everyone.filter(({ key }) => key !== page.visitor)
      const text = isCrowd ? crowdText : presenceText(others, others.length)
      if (this.#lastSent.get(page) === text) continue
      this.#lastSent.set(page, text)
      page.send(text)
    }
  }

  #storeIn(waitMs: number): void {
    this.#storing = setTimeout(() => {
      this.#storing = undefined
      this.#store().catch(this.#options.onError)
    }, waitMs).unref()
  }

  async #store(): Promise<void> {
    const { project, processId, pages } = this.#options
    const visitors = distinct(
      [...pages].map(({ visitor, name, isDesigner }) => ({ key: visitor, name, isOwner: isDesigner })),
    )
    await PresenceModel.updateOne(
      { _id: `${project.toHexString()}:${processId}` },
      {
        project,
        present: visitors.slice(0, crowd),
        count: visitors.length,
        expiresAt: new Date(Date.now() + presenceLifeMs),
      },
      // A presence expires with its process, so it need not wait for the journal. Without visitors no
      // document is created, because the project may be removed by now.
      { upsert: visitors.length > 0, writeConcern: { w: 1, journal: false } },
    )
  }

  #everyone(): PresentRecord[] {
    return distinct([...this.#parts.values()].flatMap(({ present }) => present))
  }
}

/** One entry for each visitor. Visitors with a name come first. */
function distinct(present: PresentRecord[]): PresentRecord[] {
  const byKey = new Map<string, PresentRecord>()
  for (const entry of present) {
    if (entry.name !== null || !byKey.has(entry.key)) byKey.set(entry.key, entry)
  }
  return [...byKey.values()].toSorted((one, other) => Number(one.name === null) - Number(other.name === null))
}

function presenceText(others: PresentRecord[], count: number): string {
  const viewers = others.map(({ name, isOwner }) => ({ name, isOwner }))
  const event: LiveEvent = { type: 'presence', count, viewers }
  return toEventText(event, null)
}
