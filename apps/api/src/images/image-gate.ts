import { LRUCache } from 'lru-cache'
import { Coalescer } from '../base/coalescer'
import { findImageReach, type ImageReach } from './image-reach.record'
import type { ImageKeys } from './image-keys'
import type { StoredChanges } from '../core/stored-changes'

/** How long the remembered state of a project is trusted, in case the change stream is behind. */
const trustMs = 30_000
/** How many projects are remembered; each takes a few hundred bytes. */
const maxProjects = 10_000

interface Known {
  reach: ImageReach
  /** Keys that open their image, so that each is hashed once. */
  open: Set<string>
}

/** Decides whether an image may be shown, without a query for each image. It remembers the state of projects, and the
 *  change stream tells it which ones to forget. Only a yes comes from memory. A no is checked in the database first,
 *  so that a project that opens again is visible at once. */
export class ImageGate {
  readonly #keys: ImageKeys
  readonly #changes: StoredChanges
  readonly #known = new LRUCache<string, Known>({ max: maxProjects, ttl: trustMs })
  readonly #reads = new Coalescer(Infinity, findEach)
  /** Raised by every change, because a read that is under way may be out of date. */
  #changeCount = 0

  constructor(keys: ImageKeys, changes: StoredChanges) {
    this.#keys = keys
    this.#changes = changes
    changes.listen({
      on: {
        projects: ({ document }) => this.#forget(document._id.toHexString()),
        users: ({ document }) => this.#forgetProjectsOf(document._id.toHexString()),
      },
      onGap: () => this.#forgetAll(),
    })
  }

  /** The way of access by which `key` opens an image of the project (hex), as far as this process knows;
   *  undefined if it opens none. */
  findKnown(project: string, key: string): ImageReach | undefined {
    const known = this.#known.get(project)
    if (!known) return undefined
    if (known.open.has(key)) return known.reach
    if (!this.#keys.opens(key, known.reach, new Date())) return undefined
    known.open.add(key)
    return known.reach
  }

  /** The way of access by which `key` opens an image of the project (hex) at this moment; undefined if it
   *  opens none. */
  async find(project: string, key: string): Promise<ImageReach | undefined> {
    const known = this.findKnown(project, key)
    if (known) return known
    // The call need not wait for this. Without the change stream, nothing is trusted for longer than
    // `trustMs`.
    void this.#changes.open()
    const changeCount = this.#changeCount
    const reach = await this.#reads.add('', project)
    if (!reach) return undefined
    if (changeCount === this.#changeCount) this.#remember(project, reach)
    return this.#keys.opens(key, reach, new Date()) ? reach : undefined
  }

  #remember(project: string, reach: ImageReach): void {
    const restMs = (reach.endsAt?.getTime() ?? 0) - Date.now()
    const ttl = restMs > 0 ? Math.min(trustMs, restMs) : trustMs
    this.#known.set(project, { reach, open: new Set() }, { ttl })
  }

  #forget(project: string): void {
    this.#changeCount += 1
    this.#known.delete(project)
  }

  #forgetProjectsOf(designer: string): void {
    this.#changeCount += 1
    for (const [project, { reach }] of [...this.#known])
      if (reach.designers.has(designer)) this.#known.delete(project)
  }

  #forgetAll(): void {
    this.#changeCount += 1
    this.#known.clear()
  }
}

/** Answers many questions with one query. No answer is older than its question, and a thousand visitors of one image cost
 *  hardly more than one. */
async function findEach(projects: readonly string[]) {
  const found = await findImageReach([...new Set(projects)])
  return projects.map((project) => ({ status: 'fulfilled' as const, value: found.get(project) }))
}
