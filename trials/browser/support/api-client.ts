import { randomBytes } from 'node:crypto'
import { expect, type APIRequestContext } from '@playwright/test'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { AddedDesigns } from '@pinmark/shared/entities/design'
import type { Design, Project, ProjectSummary, Version } from '@pinmark/shared/entities/project'
import type { Verdict } from '@pinmark/shared/entities/round'
import type { Session } from '@pinmark/shared/entities/user'
import { guestSecretHeader } from '@pinmark/shared/paths'
import { drawDesign } from '@pinmark/testbed/test-image'
import sharp from 'sharp'

export interface Account extends Session {
  email: string
  password: string
}

let counter = 0

/** A unique text, also over several workers. */
export function unique(word: string): string {
  counter += 1
  return `${word}-${process.pid}-${Date.now().toString(36)}-${counter}`
}

/** Registers and logs in over the API, as in the specification. */
export async function givenAccount(request: APIRequestContext, name = 'Mara Hald'): Promise<Account> {
  const email = `${unique('mara')}@studio.test`
  const password = 'a quiet light table'
  expect((await request.post('/users/register', { data: { name, email, password } })).status()).toBe(201)
  const login = await request.post('/users/login', { data: { email, password } })
  expect(login.status()).toBe(200)
  const session: Session = await login.json()
  return { ...session, email, password }
}

export interface GivenProject {
  name?: string
  image?: Buffer
}

/** The default design, drawn once per worker. A JPEG, because the server shows it without re-encoding, which
 *  takes a third of the time. */
let usual: Promise<Buffer> | undefined

async function drawUsual(): Promise<Buffer> {
  const { buffer } = await drawDesign()
  return sharp(buffer).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
}

/** Creates a project with the specification's JSON call. */
export async function givenProject(
  request: APIRequestContext,
  account: Account,
  { name = unique('Landing page'), image }: GivenProject = {},
): Promise<ProjectSummary> {
  const bytes = image ?? (await (usual ??= drawUsual()))
  const mimeType = image ? 'image/png' : 'image/jpeg'
  const answer = await request.post('/projects', {
    headers: { Authorization: `Bearer ${account.token}` },
    data: { user: account.user._id, name, image: `data:${mimeType};base64,${bytes.toString('base64')}` },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

/** Leaves a comment as a guest with the specification's call. */
export async function givenComment(
  request: APIRequestContext,
  projectId: string,
  comment: Partial<
    Pick<Comment, 'commenter' | 'text' | 'kind' | 'x' | 'y' | 'w' | 'h' | 'strokes' | 'design' | 'version'>
  > = {},
): Promise<Comment> {
  const answer = await request.post(`/comment/add/${projectId}`, {
    data: {
      commenter: 'Priya',
      text: unique('The moon is lovely'),
      x: 300,
      y: 200,
      createdAt: new Date().toISOString(),
      ...comment,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

/** Gives a guest's verdict on the present round, each time of another guest. */
export async function givenVerdict(
  request: APIRequestContext,
  projectId: string,
  verdict: Partial<Verdict> = {},
): Promise<void> {
  const answer = await request.put(`/projects/${projectId}/round/verdict`, {
    headers: { [guestSecretHeader]: randomBytes(16).toString('base64url') },
    data: { verdict: 'good', name: 'Tom Keller', ...verdict },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** The project as its owner gets it. */
export async function readProject(
  request: APIRequestContext,
  account: Account,
  projectId: string,
): Promise<Project> {
  const answer = await request.get(`/projects/${projectId}?image=none`, { headers: bearer(account) })
  expect(answer.status()).toBe(200)
  return answer.json()
}

/** Adds a version to a design; by default to the first one. */
export async function givenVersion(
  request: APIRequestContext,
  account: Account,
  projectId: string,
  { design, image, note = '' }: { design?: string; image: Buffer; note?: string },
): Promise<Version> {
  const designId = design ?? (await readProject(request, account, projectId)).designs[0]?._id ?? ''
  const answer = await request.post(`/projects/${projectId}/designs/${designId}/versions`, {
    headers: bearer(account),
    multipart: { image: { name: 'design.png', mimeType: 'image/png', buffer: image }, note },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

/** Adds a design named after a file. */
export async function givenDesign(
  request: APIRequestContext,
  account: Account,
  projectId: string,
  { name, image }: { name: string; image: Buffer },
): Promise<Design> {
  const answer = await request.post(`/projects/${projectId}/designs`, {
    headers: bearer(account),
    multipart: { image: { name: `${name}.png`, mimeType: 'image/png', buffer: image } },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const added: AddedDesigns = await answer.json()
  const [design] = added.designs
  if (!design) throw new Error('No design was added.')
  return design
}

function bearer({ token }: Account): { Authorization: string } {
  return { Authorization: `Bearer ${token}` }
}
