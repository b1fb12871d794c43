/** Bytes that an answer in pieces holds at a time. */
export const pieceBytes = 96 * 1024
const megabyte = 1024 * 1024
/** How long a measurement is reused. Thousands of answers may be open. */
const measuredForMs = 250
/** Share of the limit for answers that are held as a whole. The rest is for answers in pieces. */
const ampleShare = 0.75

export interface AnswerLimits {
  /** Bytes of one network: enough for some hundred visitors of one office who load a large picture over a
   *  slow line. */
  networkBytes: number
  /** Bytes of all networks. Above this, each network has an equal share. */
  bytes: number
  /** Additional bytes for networks that hold nothing yet. Above this, the answers whose readers have taken
   *  nothing for longest are cut off. */
  spareBytes: number
  /** An answer is cut off when its reader takes nothing for this time. */
  stallMs: number
  /** The same while too many bytes of its network wait. */
  crowdedStallMs: number
  /** The same for an answer that uses the room of another network. */
  fullStallMs: number
}

/** Together with the memory of uploads, the process stays below 300 MB. */
export const standardAnswerLimits: AnswerLimits = {
  networkBytes: 16 * megabyte,
  bytes: 32 * megabyte,
  spareBytes: 16 * megabyte,
  stallMs: 60_000,
  crowdedStallMs: 5_000,
  fullStallMs: 1_000,
}

interface Holder {
  readonly network: string
  readonly heldBytes: number
  /** When its reader last took something, by `performance.now()`. */
  readonly progressAt: number
}

/** The bytes that all open answers of one server hold, and how many more each network may hold. */
export class AnswerMemory {
  /** Networks that found no room since the last `takeRefused`. */
  #refused = new Set<string>()
  #held = {
    at: Number.NEGATIVE_INFINITY,
    total: 0,
    stalled: new Map<string, number>(),
    networks: new Map<string, number>(),
  }

  constructor(
    readonly limits: AnswerLimits,
    private readonly holders: Iterable<Holder>,
  ) {}

  get totalBytes(): number {
    return this.#measure().total
  }

  /** Counts a change until the next measurement. */
  add(network: string, bytes: number): void {
    this.#held.total += bytes
    this.#held.networks.set(network, (this.#held.networks.get(network) ?? 0) + bytes)
  }

  hasRoom(network: string, bytes = pieceBytes): boolean {
    const { bytes: maxBytes, spareBytes } = this.limits
    return this.totalBytes + bytes <= maxBytes + spareBytes && this.hasShareLeft(network, bytes)
  }

  /** The same as `hasRoom`. If there is none, stalled answers are cut off sooner. */
  findRoom(network: string, bytes: number): boolean {
    const hasRoom = this.hasRoom(network, bytes)
    if (!hasRoom) this.#refused.add(network)
    return hasRoom
  }

  hasAmpleRoom(network: string, bytes: number): boolean {
    const { total, networks } = this.#measure()
    const ofNetwork = networks.get(network) ?? 0
    return (
      total + bytes <= ampleShare * this.limits.bytes &&
      ofNetwork + bytes <= ampleShare * this.limits.networkBytes
    )
  }

  hasShareLeft(network: string, bytes = pieceBytes): boolean {
    const held = this.#measure().networks.get(network) ?? 0
    return held <= 0 || held + bytes <= this.#shareOf()
  }

  /** Whether answers whose readers take nothing use up the share of the network. */
  isStalled(network: string): boolean {
    const stalled = this.#measure().stalled.get(network) ?? 0
    return stalled > 0 && stalled + pieceBytes > this.#shareOf()
  }

  takeRefused(): ReadonlySet<string> {
    const refused = this.#refused
    this.#refused = new Set()
    return refused
  }

  /** Of each network. */
  #shareOf(): number {
    const { total, networks } = this.#measure()
    const { bytes, networkBytes } = this.limits
    return total + pieceBytes > bytes ? Math.min(bytes / networks.size, networkBytes) : networkBytes
  }

  #measure() {
    const now = performance.now()
    if (now - this.#held.at < measuredForMs) return this.#held
    let total = 0
    const networks = new Map<string, number>()
    const stalled = new Map<string, number>()
    const stalledFrom = now - this.limits.fullStallMs
    for (const { network, heldBytes, progressAt } of this.holders) {
      if (heldBytes === 0) continue
      total += heldBytes
      networks.set(network, (networks.get(network) ?? 0) + heldBytes)
      if (progressAt < stalledFrom) stalled.set(network, (stalled.get(network) ?? 0) + heldBytes)
    }
    this.#held = { at: now, total, stalled, networks }
    return this.#held
  }
}
