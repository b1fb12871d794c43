interface Limits {
  /** Of one network. */
  ofNetwork: number
  /** Of all networks together. */
  inAll: number
}

/** Places that networks share. When all are taken, the oldest of the network with the most gives way to a network that has
 *  at least two fewer, so that a few networks keep out nobody else. */
export class SharedPlaces {
  /** The functions that make each place free, by network, oldest first. */
  readonly #places = new Map<string, Set<() => void>>()
  #taken = 0

  constructor(private readonly limits: Limits) {}

  /** Whether a network may take one more. */
  hasRoom(network: string): boolean {
    const own = this.#places.get(network)?.size ?? 0
    const isFull = this.#taken >= this.limits.inAll && this.#largest().size < own + 2
    return own < this.limits.ofNetwork && !isFull
  }

  /** @param giveWay called when another network gets the place
   *  @returns a function that leaves the place */
  take(network: string, giveWay: () => void): () => void {
    const [oldest] = this.#largest()
    if (this.#taken >= this.limits.inAll) oldest?.()
    const own = this.#places.get(network) ?? new Set()
    const leave = () => {
      if (!own.delete(evict)) return
      this.#taken -= 1
      if (own.size === 0) this.#places.delete(network)
    }
    const evict = () => {
      leave()
      giveWay()
    }
    this.#places.set(network, own.add(evict))
    this.#taken += 1
    return leave
  }

  #largest(): Set<() => void> {
    return [...this.#places.values()].reduce((one, other) => (other.size > one.size ? other : one), new Set())
  }
}
