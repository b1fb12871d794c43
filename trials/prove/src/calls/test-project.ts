import { randomBytes } from 'node:crypto'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { guestSecretHeader } from '@pinmark/shared/paths'
import { givenOwner, givenProject, mustCall, newComment, type Owner } from '@pinmark/testbed/client'
import { drawDesign } from '@pinmark/testbed/test-image'

/** A project with its owner, a guest's comment, and all ids that addresses contain. */
export interface TestProject {
  url: string
  owner: Owner
  project: ProjectSummary
  /** Written by the guest. */
  comment: Comment
  guest: Record<string, string>
}

const noId = 'A'.repeat(22)

/** The headers of a new guest's browser. */
export function newGuest(): Record<string, string> {
  return { [guestSecretHeader]: randomBytes(16).toString('base64url') }
}

const smallDesign = drawDesign({ width: 64, height: 64, marker: { x: 20, y: 20 } })

/** @param image a PNG; default: a small one */
export async function givenTestProject(
  url: string,
  owner?: Owner,
  guest = newGuest(),
  image?: Buffer,
): Promise<TestProject> {
  const whose = owner ?? (await givenOwner(url))
  const project = await givenProject(url, whose, { image: image ?? (await smallDesign).buffer })
  const comment = await mustCall<Comment>(201, `${url}/comment/add/${project._id}`, {
    method: 'POST',
    body: newComment(),
    headers: guest,
  })
  return { url, owner: whose, project, comment, guest }
}

/** An address with the ids of a test project, or with those in `ids`. */
export function addressIn(
  path: string,
  { project, comment }: Pick<TestProject, 'project' | 'comment'>,
  ids: Record<string, string> = {},
): string {
  const own: Record<string, string> = {
    projectId: project._id,
    commentId: comment._id,
    designId: comment.design,
    versionId: comment.version,
    imageId: project.thumbnail,
    rendition: 'view',
    // No such ids exist.
    tokenId: noId,
    memberId: noId,
    invitationId: noId,
    joinToken: `${noId}.${'A'.repeat(43)}`,
    webhookId: noId,
    deliveryId: noId,
    stopToken: noId,
  }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name] ?? own[name]
    if (id === undefined) throw new Error(`There is no value for {${name}} of ${path}.`)
    return id
  })
}

export function bearer({ token }: { token: string }): Record<string, string> {
  return { Authorization: `Bearer ${token}` }
}
