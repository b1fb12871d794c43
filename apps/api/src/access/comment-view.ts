import type { ProjectRecord } from '../models/project'
import type { Actor } from './actor'
import type { ImageKeys } from './image-keys'
import { commentRights } from './rights'

/** What the comments of a project are presented with to `actor`: their rights, and their addresses of images. */
export function commentView(actor: Actor, project: ProjectRecord, imageKeys: ImageKeys) {
  return { rightsOf: commentRights(actor, project), imageKey: imageKeys.for(actor, project) }
}
