import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoProjects } from '../demo-designs/projects.mjs'
import { root } from './root.mjs'

const person = { name: 'Mara Hald', email: 'mara@studio-hald.test' }

/** Fills an empty Pinmark over its own API. Existing data stays unchanged.
 *  @returns the account to log in with */
export async function seedDemo(url, dataDir) {
  const account = await keptAccount(dataDir)
  const call = caller(url)
  await call('POST', '/users/register', { body: account, accept: [201, 409] })
  const { token } = await call('POST', '/users/login', { body: account, accept: [401] })
  // The password has been changed since, so the examples exist already.
  if (token === undefined) return { ...account, password: 'the one you chose since' }
  const existing = await call('GET', '/projects?image=none', { token })
  for (const project of demoProjects) {
    if (!existing.some(({ name }) => name === project.name)) await seedProject(call, token, project)
  }
  return account
}

async function seedProject(call, token, project) {
  const { name, type, description, comments, versions = [] } = project
  const form = await imageForm(project, type)
  form.set('name', name)
  const { _id } = await call('POST', '/projects', { token, form })
  await call('PUT', `/projects/${_id}`, { token, body: { description } })
  await seedComments(call, token, _id, comments)
  if (versions.length === 0) return
  const { designs } = await call('GET', `/projects/${_id}?image=none`, { token })
  for (const version of versions) {
    const next = await imageForm(version, type)
    next.set('note', version.note)
    await call('POST', `/projects/${_id}/designs/${designs[0]._id}/versions`, { token, form: next })
    await seedComments(call, token, _id, version.comments)
    for (const verdict of version.verdicts ?? []) {
      const guest = randomBytes(16).toString('base64url')
      await call('PUT', `/projects/${_id}/round/verdict`, { guest, body: verdict })
    }
  }
}

async function imageForm({ file }, type) {
  const form = new FormData()
  form.set('image', new Blob([await readFile(join(root, 'scripts/demo-designs', file))], { type }), file)
  return form
}

/** Adds comments with their replies to the newest version. */
async function seedComments(call, token, projectId, comments) {
  for (const { commenter, at, text, replies = [], resolved } of comments) {
    const [x, y] = at
    const body = { commenter, text, x, y, createdAt: new Date().toISOString() }
    const comment = await call('POST', `/comment/add/${projectId}`, { body })
    const address = `/projects/${projectId}/comments/${comment._id}`
    for (const reply of replies) {
      const words = { commenter: reply.byOwner ? person.name : reply.commenter, text: reply.text }
      await call('POST', `${address}/replies`, { body: words, ...(reply.byOwner ? { token } : {}) })
    }
    if (resolved) await call('PATCH', address, { token, body: { resolved: true } })
  }
}

/** The password is generated once and stored beside the data, so that a second start prints the same one. */
async function keptAccount(dataDir) {
  const path = join(dataDir, 'demo-account.json')
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  const account = { ...person, password: randomBytes(6).toString('hex') }
  await writeFile(path, JSON.stringify(account), { mode: 0o600 })
  return account
}

function caller(url) {
  return async (method, path, { token, guest, body, form, accept = [] } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(guest ? { 'X-Guest-Secret': guest } : {}),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      body: form ?? (body ? JSON.stringify(body) : undefined),
    })
    const text = await answer.text()
    if (!answer.ok && !accept.includes(answer.status))
      throw new Error(`${method} ${path} returned ${answer.status}: ${text}`)
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
  }
}
