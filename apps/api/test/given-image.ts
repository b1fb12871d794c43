import type { ProjectSummary } from '@pinmark/shared/entities/project'
import type { Api } from './app-under-test'
import type { GivenProject } from './given-project'
import { givenUser, type GivenUser } from './given-user'

/** Uploads an image like the web app; by default for a new account. */
export async function sendImage(api: Api, owner: GivenUser, image: Buffer, name = 'Landing page') {
  return api
    .post('/projects')
    .set(owner.auth)
    .field('name', name)
    .attach('image', image, { filename: 'design.png' })
}

/** A project of this image. */
export async function givenImage(api: Api, image: Buffer, owner?: GivenUser): Promise<GivenProject> {
  const by = owner ?? (await givenUser(api))
  const created = await sendImage(api, by, image)
  if (created.status !== 201) throw new Error(`Could not upload: ${created.text}`)
  const project: ProjectSummary = created.body
  return { ...project, owner: by }
}
