import { drawDesign } from '@pinmark/testbed/test-image'
import type { Question } from '../exchange'
import type { DocumentedCall } from './documented-calls'

const words = { commenter: 'Priya', text: 'The moon is lovely' }
const password = 'a quiet light table'
let counter = 0
/** A name nobody has yet. */
const fresh = () => `${process.pid}-${Date.now().toString(36)}-${(counter += 1)}`
const design = drawDesign({ width: 64, height: 64, marker: { x: 20, y: 20 } }).then(
  ({ buffer }) => `data:image/png;base64,${buffer.toString('base64')}`,
)

/** A body that each call takes; those that would end an account or its logins have a wrong password. */
const bodies: Record<string, () => Promise<object> | object> = {
  'POST /users/register': () => ({ name: 'Ines Falk', email: `ines-${fresh()}@studio.test`, password }),
  'POST /users/login': () => ({ email: `nobody-${fresh()}@studio.test`, password }),
  'PATCH /users/me': () => ({ name: 'Mara Hald' }),
  'PUT /users/password': () => ({ currentPassword: 'not this one', newPassword: password }),
  'POST /users/deletion': () => ({ password: 'not this one' }),
  'POST /projects': async () => ({ name: `Landing page ${fresh()}`, image: await design }),
  'PATCH /projects/{projectId}/designs/{designId}': () => ({ title: 'Landing page', position: 1 }),
  'PUT /projects/{projectId}': () => ({ name: 'Landing page', description: 'What do you think?' }),
  'PATCH /projects/{projectId}/settings': () => ({ paused: false }),
  'POST /comment/add/{projectId}': () => ({ ...words, x: 30, y: 20, createdAt: new Date().toISOString() }),
  'POST /projects/{projectId}/comments/{commentId}/replies': () => words,
  'PATCH /projects/{projectId}/comments/{commentId}': () => ({ text: words.text }),
  'PUT /projects/{projectId}/comments/{commentId}/place': () => ({ x: 3, y: 4 }),
  'POST /projects/{projectId}/visit': () => ({ number: 1 }),
}

/** @throws when a call takes a body and nobody has written one down here: a new call has to be tried too */
export async function sampleBody({
  key,
  takesBody,
}: DocumentedCall): Promise<Record<string, unknown> | undefined> {
  if (!takesBody) return undefined
  const make = bodies[key]
  if (!make) throw new Error(`No body for ${key} is written down in calls/sample-bodies.ts.`)
  return { ...(await make()) }
}

/** The question of a call that takes files, with one image that nobody has sent before. */
export async function formQuestion(
  { method }: DocumentedCall,
  path: string,
  headers: Record<string, string>,
): Promise<Question> {
  counter += 1
  const { buffer } = await drawDesign({ width: 64, height: 64 + (counter % 4_000), marker: { x: 20, y: 20 } })
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(buffer)]), 'landing.png')
  // It writes the form down as a browser does.
  const sent = new Request('http://form.test', { method: 'POST', body: form })
  return {
    ...{ method, path },
    headers: { ...headers, 'Content-Type': sent.headers.get('content-type') ?? '' },
    body: new Uint8Array(await sent.arrayBuffer()),
  }
}
