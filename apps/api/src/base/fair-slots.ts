import { AppError } from '@pinmark/shared/errors'
import type { ErrorCode } from '@pinmark/shared/messages'

interface FairSlotsOptions {
  /** Maximum number of concurrent tasks. */
  slots: number
  /** Maximum number of tasks that wait for a slot. */
  maxWaiting: number
  /** The error code when the queue is full. */
  refusal: ErrorCode
}

export interface SlotsLoad {
  running: number
  waiting: number
}

/** Slots for work of this process, which delays all requests. */
export function eventLoopSlots(slots: number): FairSlots {
  return new FairSlots({ slots, maxWaiting: 2_000, refusal: 'server_busy' })
}

/** Concurrency limit with a fair queue: a network with many tasks mostly delays its own. */
export class FairSlots {
  readonly #waiting: FairQueue<{ begin: () => void; giveUp: () => void }>
  #running = 0

  constructor(private readonly options: FairSlotsOptions) {
    this.#waiting = new FairQueue(options.maxWaiting)
  }

  get load(): SlotsLoad {
    return { running: this.#running, waiting: this.#waiting.size }
  }

  /** Runs `work` in a slot when it is the waiter's turn.
   *  @throws AppError with the code `refusal` when too many wait, and what `work` throws */
  async run<Result>(waiter: Waiter, work: () => Promise<Result>): Promise<Result> {
    await this.#takeSlot(waiter)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#beginWaiting()
    }
  }

  #takeSlot(waiter: Waiter): Promise<void> | void {
    // A freed slot may be reserved for tasks that wait.
    if (this.#running < this.options.slots && this.#waiting.size === 0) {
      this.#running += 1
      return
    }
    return new Promise((begin, reject) => {
      const giveUp = () => reject(new AppError(this.options.refusal, { retryAfterSeconds: 5 }))
      this.#waiting.add(waiter, { begin, giveUp })?.giveUp()
    })
  }

  #beginWaiting(): void {
    while (this.#running < this.options.slots) {
      const next = this.#waiting.next()
      if (!next) return
      this.#running += 1
      next.begin()
    }
  }
}

/** The owner of a waiting item. Both fields are opaque keys. */
export interface Waiter {
  account: string
  network: string
}

/** The key of an account as a waiter. Its uploads and the jobs for its projects wait in one line. */
export function lineOfAccount(id: { toHexString: () => string }): string {
  return id.toHexString()
}

interface Line<Item> {
  network: string
  items: Item[]
}

/** Gives every network the same share, and every account the same share of its network: networks take turns,
 *  and so do the accounts of each. An account has one line, even if it uses several networks. When the queue
 *  is full, the longest line loses its newest item, so that a flood displaces only itself. */
export class FairQueue<Item> {
  /** Lines by account, in the order of their next turns. None is empty. */
  readonly #lines = new Map<string, Line<Item>>()
  /** Items by network, in the order of their next turns. */
  readonly #networks = new Map<string, number>()
  #size = 0

  constructor(private readonly maxSize: number) {}

  get size(): number {
    return this.#size
  }

  /** Adds an item at the end of its line.
   *  @returns the item that the full queue drops, which may be the added one; otherwise null */
  add({ account, network }: Waiter, item: Item): Item | null {
    const line = this.#lines.get(account) ?? { network, items: [] }
    this.#lines.set(account, line)
    line.items.push(item)
    this.#count(line.network, 1)
    return this.#size > this.maxSize ? this.#dropNewestOfLongest() : null
  }

  /** Removes the item whose turn it is. */
  next(): Item | undefined {
    const [network] = this.#networks.keys()
    const turn = [...this.#lines].find(([, line]) => line.network === network)
    if (network === undefined || !turn) return undefined
    const [account, line] = turn
    const item = line.items.shift()
    this.#count(network, -1)
    toTheEnd(this.#networks, network)
    if (line.items.length === 0) this.#lines.delete(account)
    else toTheEnd(this.#lines, account)
    return item
  }

  #dropNewestOfLongest(): Item | null {
    const [network] = longest([...this.#networks], (count) => count)
    const lines = [...this.#lines].filter(([, line]) => line.network === network)
    const [account, line] = longest(lines, ({ items }) => items.length)
    const item = line.items.pop() ?? null
    this.#count(network, -1)
    if (line.items.length === 0) this.#lines.delete(account)
    return item
  }

  #count(network: string, change: 1 | -1): void {
    const count = (this.#networks.get(network) ?? 0) + change
    if (count === 0) this.#networks.delete(network)
    else this.#networks.set(network, count)
    this.#size += change
  }
}

/** Of equally long ones the last: it joined, or was served, latest. */
function longest<Value>(entries: [string, Value][], lengthOf: (value: Value) => number): [string, Value] {
  return entries.reduce((best, entry) => (lengthOf(entry[1]) >= lengthOf(best[1]) ? entry : best))
}

/** Maps keep the order in which their keys were added. */
function toTheEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key)
  if (value === undefined) return
  map.delete(key)
  map.set(key, value)
}
