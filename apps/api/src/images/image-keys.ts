/** Addresses of images are capabilities, because `<img>` can send no header. An address contains the image key: the
 *  image's id and a seal. The seal is an HMAC over the id and the way of access, which is either one link of the
 *  project, or one of its designers: the owner and the members. An address is therefore valid as long as its way of access, stays the same for that time,
 *  and cannot be forged. docs/decisions/0035-image-addresses-end-with-their-link.md */
import type { Config } from '../config'
import { type ImageReach, findImageReach } from './image-reach.record'
import { lockOf } from '../projects/link-state'
import type { ProjectRecord } from '../projects/project.record'
import { shortSealKeys, shortSealOf } from '../base/seal'
import type { Actor } from '../core/actor'
import { isDesigner } from '../core/rights'
import { LRUCache } from 'lru-cache'
import { Coalescer } from '../base/coalescer'
import type { StoredChanges } from '../core/stored-changes'

const idLength = 22

export type ImageKeyOf = (imageId: string) => string

export class ImageKeys {
  readonly #keys: ReturnType<typeof shortSealKeys>

  constructor(config: Pick<Config, 'secrets'>) {
    this.#keys = shortSealKeys(config, 'image addresses')
  }

  /** Keys for the images of a project as `actor` may see them: a designer's own, or those of the link. */
  for(actor: Actor, project: Pick<ProjectRecord, 'owner' | 'members' | 'linkId' | 'link'>): ImageKeyOf {
    const { user } = actor
    return user !== null && isDesigner(actor, project)
      ? this.#through(asDesigner(user.id.toHexString(), user.tokenVersion))
      : this.forLink(project)
  }

  forLink({ linkId, link }: Pick<ProjectRecord, 'linkId' | 'link'>): ImageKeyOf {
    return this.#through(throughLink(linkId, lockOf(link)))
  }

  /** Whether `key` opens its image in a project of this reach at this moment. */
  opens(key: string, reach: ImageReach, now: Date): boolean {
    const { linkId, lock, isLinkClosed, endsAt, trashed, designers } = reach
    const imageId = imageIdOf(key)
    const isLinkOpen = !isLinkClosed && (endsAt === null || endsAt > now) && !trashed.has(imageId)
    const ofDesigners = [...designers].map(([id, version]) => asDesigner(id, version))
    const ways = [...(isLinkOpen ? [throughLink(linkId, lock)] : []), ...ofDesigners]
    const seal = key.slice(idLength)
    return ways.some((way) => this.#keys.some((one) => shortSealOf(one, `${way} ${imageId}`) === seal))
  }

  #through(way: string): ImageKeyOf {
    return (imageId) => imageId + shortSealOf(this.#keys[0], `${way} ${imageId}`)
  }
}

export const imageIdOf = (key: string): string => key.slice(0, idLength)

const throughLink = (linkId: string, lock: string | null) =>
  lock === null ? `link ${linkId}` : `link ${linkId} ${lock}`
/** The word is part of addresses that browsers keep for a year. */
const asDesigner = (account: string, version: number) => `owner ${account} ${version}`

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
