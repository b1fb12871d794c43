import type { ProjectHead } from '../projects/project.record'
import type { Actor } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import { commentRights } from '../core/rights'

/** How the comments of a project look to `actor`: the rights on each comment, and the addresses of images. */
export function commentView(actor: Actor, project: ProjectHead, imageKeys: ImageKeys) {
  return { rightsOf: commentRights(actor, project), imageKey: imageKeys.for(actor, project) }
}
