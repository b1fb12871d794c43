import type { Comment } from '@pinmark/shared/entities/comment'
import type { MadeInvitation } from '@pinmark/shared/entities/members'
import type { Project, ProjectSummary } from '@pinmark/shared/entities/project'
import type { Session } from '@pinmark/shared/entities/user'
import { drawDesign } from './test-image'

export interface Answer<T = unknown> {
  status: number
  headers: Headers
  /** Parsed when it is JSON, else the text. */
  body: T
}

export interface CallOptions {
  method?: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent as multipart instead. */
  form?: FormData
  /** How the answer is read; `bytes` gives a Buffer. */
  as?: 'text' | 'bytes'
  token?: string
  headers?: Record<string, string>
  timeoutMs?: number
}

/** One call of the API without retries and without parsing beyond JSON.
 *  @throws TypeError when the connection fails, DOMException after the timeout */
export async function call<T = unknown>(url: string, options: CallOptions = {}): Promise<Answer<T>> {
  const { method = 'GET', body, form, token, headers, as = 'text', timeoutMs = 30_000 } = options
  const answer = await fetch(url, {
    method,
    headers: {
      // If a compressed answer is cut off, fetch returns its beginning as if it were complete.
      'Accept-Encoding': 'identity',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: form }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { status: answer.status, headers: answer.headers, body: await read(answer, as) }
}

async function read(answer: Response, as: 'text' | 'bytes') {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  // The caller names the type; its own checks verify it.
  // oxlint-disable-next-line typescript/no-explicit-any
  const parse = (): any => (isJson ? JSON.parse(bytes.toString()) : as === 'bytes' ? bytes : bytes.toString())
  return parse()
}

/** The same for calls that have to succeed. @throws with the answer if the status is another one */
export async function mustCall<T>(status: number, url: string, options: CallOptions = {}): Promise<T> {
  const answer = await call<T>(url, options)
  if (answer.status === status) return answer.body
  throw new Error(
    `${options.method ?? 'GET'} ${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
  )
}

export interface Owner extends Session {
  email: string
  password: string
}

let counter = 0

/** A name that is unique on this machine. */
function unique(word: string): string {
  counter += 1
  return `${word}-${process.pid}-${Date.now().toString(36)}-${counter}`
}

/** Registers an account and logs in. */
export async function givenOwner(url: string, name = 'Mara Hald'): Promise<Owner> {
  const email = `${unique('mara')}@studio.test`
  const password = 'a quiet light table'
  await mustCall(201, `${url}/users/register`, { method: 'POST', body: { name, email, password } })
  const body = { email, password }
  const session = await mustCall<Session>(200, `${url}/users/login`, { method: 'POST', body })
  return { ...session, email, password }
}

/** Creates a project with the specification's JSON call. */
export async function givenProject(
  url: string,
  owner: Owner,
  { name = unique('Landing page'), image }: { name?: string; image?: Buffer } = {},
): Promise<ProjectSummary> {
  const bytes = image ?? (await drawDesign({ width: 400, height: 400, marker: { x: 50, y: 50 } })).buffer
  const body = { name, image: `data:image/png;base64,${bytes.toString('base64')}` }
  return mustCall(201, `${url}/projects`, { method: 'POST', token: owner.token, body })
}

/** Invites an account to a project, and lets it join. */
export async function joinAs(url: string, projectId: string, owner: Owner, member: Owner): Promise<void> {
  const invited = await mustCall<MadeInvitation>(201, `${url}/projects/${projectId}/invitations`, {
    ...{ method: 'POST', token: owner.token, body: {} },
  })
  const path = invited.path.replace('/join/', '/invitations/')
  await mustCall(200, `${url}${path}`, { method: 'POST', token: member.token })
}

/** A comment as the specification sends it. */
export function newComment(text = unique('The moon is lovely'), commenter = 'Priya') {
  return { commenter, text, x: 30, y: 20, createdAt: new Date().toISOString() }
}

/** Leaves a comment as a guest. */
export async function givenComment(url: string, projectId: string, text?: string): Promise<Comment> {
  const body = newComment(text)
  return mustCall(201, `${url}/comment/add/${projectId}`, { method: 'POST', body })
}

/** A project with all of its comments, and without its image. */
export async function readProject(url: string, projectId: string, token?: string): Promise<Project> {
  return mustCall(200, `${url}/projects/${projectId}?image=none`, token === undefined ? {} : { token })
}

/** Settings without limits, for tests that are not about limits. */
export const withoutLimits: Record<string, string> = {
  RATE_LIMIT_FACTOR: '0',
  MAX_PROJECTS_PER_USER: '1000000',
  MAX_COMMENTS_PER_PROJECT: '1000000',
  LOG_LEVEL: 'error',
}
