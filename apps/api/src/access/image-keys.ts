/** Addresses of images are capabilities, because `<img>` can send no header. An address contains the image key: the
 *  image's id and a seal. The seal is an HMAC over the id and the way of access, which is either one link of the
 *  project or its owner. An address is therefore valid as long as its way of access, stays the same for that time,
 *  and cannot be forged. docs/decisions/0035-image-addresses-end-with-their-link.md */
import { createHmac } from 'node:crypto'
import type { Types } from 'mongoose'
import type { Config } from '../config'
import type { ImageReach } from '../models/image-reach'
import { lockOf } from '../models/link-state'
import type { ProjectRecord } from '../models/project'
import type { Actor } from './actor'
import { isOwner } from './rights'

const idLength = 22
const sealBytes = 16

export type ImageKeyOf = (imageId: string) => string

export class ImageKeys {
  /** The first secret signs. All of them are accepted. */
  readonly #secrets: readonly Buffer[]

  constructor({ secrets: { jwt, jwtPrevious } }: Pick<Config, 'secrets'>) {
    this.#secrets = [jwt, ...(jwtPrevious === null ? [] : [jwtPrevious])].map((secret) =>
      createHmac('sha256', secret).update('image addresses').digest(),
    )
  }

  /** Keys for the images of a project as `actor` may see them: the owner's own, or those of the link. */
  for(actor: Actor, project: Pick<ProjectRecord, 'owner' | 'linkId' | 'link'>): ImageKeyOf {
    return actor.user !== null && isOwner(actor, project) ? this.#forOwner(actor.user) : this.forLink(project)
  }

  forLink({ linkId, link }: Pick<ProjectRecord, 'linkId' | 'link'>): ImageKeyOf {
    const way = throughLink(linkId, lockOf(link))
    return (imageId) => `${imageId}${this.#seal(way, imageId)}`
  }

  #forOwner({ id, tokenVersion }: { id: Types.ObjectId; tokenVersion: number }): ImageKeyOf {
    return (imageId) => `${imageId}${this.#seal(asOwner(id.toHexString(), tokenVersion), imageId)}`
  }

  /** Whether `key` opens its image in a project of this reach at this moment. */
  opens(key: string, reach: ImageReach, now: Date): boolean {
    const { linkId, lock, isLinkClosed, endsAt, trashed, owner, ownerVersion } = reach
    const imageId = imageIdOf(key)
    const isLinkOpen = !isLinkClosed && (endsAt === null || endsAt > now) && !trashed.has(imageId)
    const ways = [...(isLinkOpen ? [throughLink(linkId, lock)] : []), asOwner(owner, ownerVersion)]
    const seal = key.slice(idLength)
    // The comparison need not take constant time: each guess costs a request over the network, and the seal has 128
    // bits.
    return ways.some((way) => this.#secrets.some((secret) => sealOf(secret, way, imageId) === seal))
  }

  #seal(way: string, imageId: string): string {
    const [secret] = this.#secrets
    if (!secret) throw new Error('there is no secret to seal image addresses with')
    return sealOf(secret, way, imageId)
  }
}

export const imageIdOf = (key: string): string => key.slice(0, idLength)

const throughLink = (linkId: string, lock: string | null) =>
  lock === null ? `link ${linkId}` : `link ${linkId} ${lock}`
const asOwner = (owner: string, version: number) => `owner ${owner} ${version}`

function sealOf(secret: Buffer, way: string, imageId: string): string {
  const digest = createHmac('sha256', secret).update(`${way} ${imageId}`).digest()
  return digest.subarray(0, sealBytes).toString('base64url')
}
