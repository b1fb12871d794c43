/** Addresses of images are capabilities, because `<img>` can send no header. An address contains the image key: the
 *  image's id and a seal. The seal is an HMAC over the id and the way of access, which is either one link of the
 *  project, or one of its designers: the owner and the members. An address is therefore valid as long as its way of access, stays the same for that time,
 *  and cannot be forged. docs/decisions/0035-image-addresses-end-with-their-link.md */
import type { Config } from '../config'
import type { ImageReach } from './image-reach.record'
import { lockOf } from '../projects/link-state'
import type { ProjectRecord } from '../projects/project.record'
import { shortSealKeys, shortSealOf } from '../base/seal'
import type { Actor } from '../core/actor'
import { isDesigner } from '../core/rights'

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
