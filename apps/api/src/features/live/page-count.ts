import { AppError } from '@pinmark/shared/errors'

/** Counts how many pages each network has open here. The limit admits a workshop behind one address and stops a flood
 *  of idle streams. */
export class PageCount {
  readonly #pages = new Map<string, number>()

  constructor(private readonly maxPages: number) {}

  /** @throws AppError too_many_requests when the network has no room for one more */
  checkRoom(network: string): void {
    const isFull = this.#of(network) >= this.maxPages
    if (isFull) throw new AppError('too_many_requests', { retryAfterSeconds: 60 })
  }

  add(network: string): void {
    this.#pages.set(network, this.#of(network) + 1)
  }

  remove(network: string): void {
    const left = this.#of(network) - 1
    if (left > 0) this.#pages.set(network, left)
    else this.#pages.delete(network)
  }

  #of(network: string): number {
    return this.#pages.get(network) ?? 0
  }
}
