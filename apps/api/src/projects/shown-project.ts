import type { ImageKeyOf } from '../images/image-keys'
import { byteCache } from '../base/budgets'
import { findProject, findProjectHead, type Permit } from './permitted-project.record'
import type { ProjectHead, VersionList } from './project.record'
import { presentDesign } from './project.presenter'

/** A project with what its comments need of its designs. */
export type CommentedProject = ProjectHead & { designs: VersionList }

interface ShownProject {
  project: CommentedProject
  /** `Design[]` as JSON. */
  designs: Buffer
}

interface Known {
  /** Identifies the state of the designs and the addresses of their images. */
  state: string
  bytes: Buffer
  versions: VersionList
}

const maxBytes = 4 * 1024 * 1024
const cache = byteCache<Known>(maxBytes)

/** A project whose designs are read and presented only when they have changed.
 *  @param key identifies the request and its actor
 *  @param imageKeyFor the actor's keys for the images of the project
 *  @returns null when the permit matches nothing */
export async function findShownProject(
  permit: Permit,
  key: string,
  imageKeyFor: (project: ProjectHead) => ImageKeyOf,
): Promise<ShownProject | null> {
  const known = cache.get(key)
  if (known) {
    const head = await findProjectHead(permit)
    if (!head) return null
    if (known.state === stateOf(head, imageKeyFor(head))) {
      return { project: { ...head, designs: known.versions }, designs: known.bytes }
    }
  }
  const project = await findProject(permit)
  if (!project) return null
  const imageKey = imageKeyFor(project)
  const designs = Buffer.from(JSON.stringify(project.designs.map((one) => presentDesign(one, imageKey))))
  const versions = project.designs.map((design) => ({
    publicId: design.publicId,
    versions: design.versions.map(({ publicId, createdAt }) => ({ publicId, createdAt })),
  }))
  cache.set(key, { state: stateOf(project, imageKey), bytes: designs, versions })
  return { project: { ...project, designs: versions }, designs }
}

function stateOf({ _id, designsRevision, front }: ProjectHead, imageKey: ImageKeyOf): string {
  return [_id.toHexString(), designsRevision, imageKey(front.image)].join(' ')
}
