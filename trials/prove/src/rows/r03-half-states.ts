import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { guestSecretHeader } from '@pinmark/shared/paths'
import {
  call,
  givenComment,
  givenOwner,
  givenProject,
  joinAs,
  mustCall,
  newComment,
  type Owner,
} from '@pinmark/testbed/client'
import type { Instance } from '@pinmark/testbed/instance'
import type { MongoSet } from '@pinmark/testbed/mongo-set'
import { newServer, startMongo } from '@pinmark/testbed/scoped-server'
import { drawNoise } from '@pinmark/testbed/test-image'
import { dieAfter } from '../die-after'
import { giveAccess, halfEndedAccess, nextPassword } from '../half-ended-access'
import { halfHandedOver, halfStatesLater, halfStatesSeen, halfStatesStored, isNameOpen } from '../half-states'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'
import { weakenedBy } from '../weakened'

/** Longer than counts and rate windows wait before they are stored. */
const settledMs = 300
/** Number of flows that are tried at the same time, each with its own server and database. */
const flowsAtOnce = 6

/** Every flow is repeated. In the k-th run, the server is killed directly after the k-th database command. */
export const noHalfStates: Promised = {
  id: 'R3',
  promise: 'If the server dies at any time, no change is left incomplete',
  shownBy:
    'SIGKILL ends the server after each database command k of create, upload, comment, reply, delete, ' +
    'verdict, closing a round, a hand-over, a new name and a new password of the account and an export. After a restart the trial ' +
    'checks what the owner sees, and repeats unanswered calls. It also checks what is stored forty days ' +
    'later.',
  target: '0 half states, for every k',
  isQuick: false,
  try: (trial) => run(trial, trial.size === 'quick' ? ['upload', 'comment'] : flowNames, 'mended'),
  control: {
    without: 'reading the stored data before it is recounted and swept',
    try: (trial) => run(trial, ['upload'], 'as it is'),
  },
}

const flowNames = [
  ...(['create', 'upload', 'comment', 'reply', 'delete comment', 'delete project'] as const),
  ...(['verdict', 'close round', 'hand over', 'rename account', 'new password', 'export'] as const),
] as const
type FlowName = (typeof flowNames)[number]
type Look = 'mended' | 'as it is'

interface Tried {
  kills: number
  halfStates: string[]
}

async function run(trial: Trial, flows: readonly FlowName[], look: Look): Promise<Finding> {
  const mongo = await startMongo(trial)
  const tried: Tried[] = []
  await inParallel(flows, flowsAtOnce, async (flow) => {
    tried.push(await tryFlow(trial, mongo, flow, look))
  })
  const kills = tried.reduce((sum, one) => sum + one.kills, 0)
  const found = tried.flatMap(({ halfStates }) => halfStates)
  return {
    // A flow that ends after fewer commands was not observed.
    held: found.length === 0 && tried.every((one) => one.kills >= 3),
    figure: `${found.length} half states after ${kills} kills, one after each database command of ${flows.length} flows`,
    details: found.slice(0, 20).join('\n'),
  }
}

async function tryFlow(trial: Trial, mongo: MongoSet, flow: FlowName, look: Look): Promise<Tried> {
  const database = flow.replace(' ', '-')
  const dataDir = join(trial.folder, database)
  const environment = { MONGODB_URI: mongo.uri(database), WEBHOOK_ALLOW_PRIVATE: 'true' }
  const api = await newServer(trial, { dataDir, environment, nodeOptions: weakenedBy('kill-after-command') })
  await api.start()
  const owner = await givenOwner(api.url)
  const shared = await givenProject(api.url, owner, { name: 'Shared' })
  const heir = await givenOwner(api.url, 'Jonas Weber')
  const stored = () => mongo.withClient((client) => halfStatesStored(client.db(database)))
  const halfStates: string[] = []
  let kills = 0
  for (let command = 1; ; command += 1) {
    const act = await prepare(trial, { url: api.url, owner, heir, shared, flow })
    const before = { ...owner }
    // Commands of earlier calls must not be counted.
    await pause(settledMs)
    await dieAfter(command, api, dataDir)
    const first = await act()
    await Promise.race([pause(settledMs), ended(api)])
    const hasDied = await dieAfter(Number.POSITIVE_INFINITY, api, dataDir).then(() => !api.isRunning)
    if (hasDied) {
      kills += 1
      halfStates.push(...(await leftOnDisk(dataDir)))
      if (look === 'as it is') halfStates.push(...(await stored()))
      if (look === 'as it is' && halfStates.length > 0) break
      await api.start()
      if (flow === 'rename account' && (await isNameOpen(api.url, owner.token, shared._id)))
        halfStates.push(`${flow} ${command}: guests can use the name of the account`)
    }
    const checkAccess = async () => {
      if (flow !== 'new password') return
      const left = await halfEndedAccess(api.url, owner, before)
      halfStates.push(...left.map((what) => `${flow} ${command}: ${what}`))
    }
    if (look === 'mended') {
      await checkAccess()
      if (first === null && (await act()) === null)
        halfStates.push(`${flow} was refused after kill ${command}`)
      await checkAccess()
      const seen = await halfStatesSeen(api.url, owner.token)
      if (flow === 'hand over') seen.push(...(await halfHandedOver(api.url, [owner, heir])))
      halfStates.push(...seen.map((what) => `${flow} ${command}: ${what}`))
    }
    if (!hasDied) break
  }
  trial.onProgress(`${flow}: ${kills} kills`)
  await api.end('SIGKILL')
  if (look === 'mended') halfStates.push(...(await halfStatesLater(trial, { dataDir, environment, stored })))
  return { kills, halfStates }
}

interface Stage {
  url: string
  owner: Owner
  /** The account that takes projects over. */
  heir: Owner
  /** The server that receives comments. */
  shared: { _id: string }
  flow: FlowName
}

/** Prepares everything that a flow needs. The returned function makes the one request; it resolves with null if
 *  there is no answer. */
async function prepare(
  trial: Trial,
  { url, owner, heir, shared, flow }: Stage,
): Promise<() => Promise<number | null>> {
  const { token } = owner
  const sendAs =
    (who: { token?: string }) => (path: string, options: Parameters<typeof call>[1]) => async () => {
      const answer = await call(`${url}${path}`, { ...who, ...options }).catch(() => null)
      return answer && answer.status < 500 ? answer.status : null
    }
  const send = sendAs({ token })
  const image = await drawNoise(trial.random, 160)
  if (flow === 'create') {
    const body = { name: 'Created', image: `data:image/png;base64,${image.toString('base64')}` }
    return send('/projects', { method: 'POST', body })
  }
  if (flow === 'upload') {
    const form = new FormData()
    form.set('name', 'Uploaded')
    form.set('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'design.png')
    return send('/projects', { method: 'POST', form })
  }
  if (flow === 'delete project') {
    const doomed = await givenProject(url, owner, { name: flow })
    return send(`/projects/${doomed._id}`, { method: 'DELETE' })
  }
  if (flow === 'hand over') {
    const offered = await givenProject(url, owner, { name: flow })
    const path = `${url}/projects/${offered._id}/offer`
    await joinAs(url, offered._id, owner, heir)
    await mustCall(204, path, { method: 'PUT', token, body: { member: heir.user._id } })
    return sendAs({ token: heir.token })(`/projects/${offered._id}/offer/accept`, { method: 'POST' })
  }
  if (flow === 'rename account') {
    return send('/users/me', { method: 'PATCH', body: { name: `Mara ${randomBytes(4).toString('hex')}` } })
  }
  if (flow === 'new password') {
    await giveAccess(url, owner)
    const body = { currentPassword: owner.password, newPassword: nextPassword(owner) }
    return send('/users/password', { method: 'PUT', body })
  }
  const { _id } = shared
  if (flow === 'close round')
    return send(`/projects/${_id}/round`, { method: 'PATCH', body: { closed: true } })
  if (flow === 'export') return send(`/projects/${_id}/export?format=png`, { as: 'bytes' })
  if (flow === 'verdict') {
    const headers = { [guestSecretHeader]: randomBytes(16).toString('base64url') }
    const body = { verdict: 'good', name: 'Priya' }
    return sendAs({})(`/projects/${_id}/round/verdict`, { method: 'PUT', headers, body })
  }
  if (flow === 'comment') return send(`/comment/add/${_id}`, { method: 'POST', body: newComment() })
  const comment = await givenComment(url, _id)
  const path = `/projects/${_id}/comments/${comment._id}`
  if (flow === 'delete comment') return send(path, { method: 'DELETE' })
  const { createdAt, text } = newComment()
  return send(`${path}/replies`, { method: 'POST', body: { commenter: 'Priya', text, createdAt } })
}

/** Rendered pictures that waited for their readers. */
async function leftOnDisk(dataDir: string): Promise<string[]> {
  const files = await readdir(dataDir, { recursive: true })
  return files.filter((file) => file.startsWith('spool/')).map((file) => `${file} is left`)
}

async function ended(api: Instance): Promise<void> {
  while (api.isRunning) await pause(20)
}
