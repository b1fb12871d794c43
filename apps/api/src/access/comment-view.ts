import type { ProjectHead } from '../models/project'
import type { Actor } from './actor'
import type { ImageKeys } from './image-keys'
import { commentRights } from './rights'

/** How the comments of a project look to `actor`: the rights on each comment, and the addresses of images. */
export function commentView(actor: Actor, project: ProjectHead, imageKeys: ImageKeys) {
  return { rightsOf: commentRights(actor, project), imageKey: imageKeys.for(actor, project) }
}
