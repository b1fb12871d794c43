import sharp from 'sharp'
import type { AddedVersion } from '@pinmark/shared/entities/design'
import type { Design, Project } from '@pinmark/shared/entities/project'
import type { Api } from './app-under-test'
import type { GivenProject } from './given-project'

/** A plain picture of 400 × 300 pixels, different for each colour. */
export function picture(background: string, height = 300): Promise<Buffer> {
  return sharp({ create: { width: 400, height, channels: 3, background } })
    .png()
    .toBuffer()
}

/** A white picture of 400 × 300 pixels with a blue bar, which begins at `left`. */
export function pictureWithBar(left: number, width: number): Promise<Buffer> {
  const bar = { create: { width, height: 40, channels: 3 as const, background: '#204080' } }
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#ffffff' } })
    .composite([{ input: bar, left, top: 120 }])
    .png()
    .toBuffer()
}

let shade = 0
/** A unique picture. */
export function newPicture(height?: number): Promise<Buffer> {
  shade += 1
  return picture(`#${shade.toString(16).padStart(6, '0')}`, height)
}

export async function openProject(api: Api, { _id, owner }: GivenProject): Promise<Project> {
  const project: Project = (await api.get(`/projects/${_id}?image=none`).set(owner.auth)).body
  return project
}

/** Adds designs with these names, in order, in one form. */
export async function givenDesigns(api: Api, project: GivenProject, names: string[]): Promise<Design[]> {
  const request = api.post(`/projects/${project._id}/designs`).set(project.owner.auth)
  for (const name of names) void request.attach('image', await newPicture(), { filename: `${name}.png` })
  const answer = await request
  if (answer.status !== 201) throw new Error(`Could not add designs: ${answer.text}`)
  return answer.body.designs
}

interface GivenVersion {
  image?: Buffer
  fileName?: string
  note?: string
  round?: string
  /** The text of the picture, as a program has captured it. */
  lines?: object[]
}

export async function sendVersion(
  api: Api,
  { _id, owner }: GivenProject,
  designId: string,
  { image, fileName = 'landing.png', lines, ...fields }: GivenVersion = {},
) {
  const request = api.post(`/projects/${_id}/designs/${designId}/versions`).set(owner.auth)
  for (const [name, value] of Object.entries(fields)) void request.field(name, value)
  void request.attach('image', image ?? (await newPicture()), { filename: fileName })
  if (lines) void request.attach('lines', Buffer.from(JSON.stringify(lines)), { filename: 'lines.json' })
  return request
}

/** Adds a version to a design; by default to the first one. */
export async function givenVersion(
  api: Api,
  project: GivenProject,
  given: GivenVersion & { design?: string } = {},
): Promise<AddedVersion> {
  const { design = (await openProject(api, project)).designs[0]?._id ?? '', ...version } = given
  const answer = await sendVersion(api, project, design, version)
  if (answer.status !== 201) throw new Error(`Could not add a version: ${answer.text}`)
  return answer.body
}
