import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  call,
  givenOwner,
  newComment,
  withoutLimits,
  type Answer,
  type CallOptions,
  type Owner,
} from '@pinmark/testbed/client'
import { Instance } from '@pinmark/testbed/instance'
import { drawNoise } from '@pinmark/testbed/test-image'
import type { Project, ProjectSummary } from '@pinmark/shared/entities/project'
import type { Finding, Promised, Trial } from '../promise'
import { SmallDisk } from '../small-disk'
import { weakenedBy } from '../weakened'
import { Writers } from '../writers'

const diskMb = 450
const minFreeMb = 100
/** Just below the limit. */
const nearlyFullMb = 90
const writersAtOnce = 3
/** Duration of reads while the disk is nearly full. */
const readMs = { quick: 5_000, everyday: 20_000, long: 600_000 }
const answerMs = 5_000
const uploadTries = 5
const patienceMs = 120_000
/** Pinmark looks at the disk once a second. */
const diskSeenMs = 2_000
const tool = fileURLToPath(new URL('../../../../apps/api/dist/empty-trash.js', import.meta.url))

/** The embedded MongoDB on a small disk, which is filled through the API and then by another program. */
export const fullDisk: Promised = {
  id: 'R17',
  promise:
    'On a full disk nothing acknowledged is lost, reading works, deleting frees space, and it recovers automatically',
  shownBy:
    'A disk of 450 MB is filled by uploads and every kind of write, then by another program to half of ' +
    'the limit. SIGKILL ends MongoDB on it. Projects are deleted. Then the other program takes the last ' +
    'byte, until it is gone.',
  target: '0 lost, 507 for all that grows, all reads served, and all served again once there is room',
  isQuick: false,
  isAlone: true,
  try: (trial) => run(trial, []),
  control: {
    without: 'without the check of the disk',
    try: (trial) => run(trial, weakenedBy('ignore-the-disk')),
  },
}

type Ask = <T>(path: string, options?: CallOptions) => Promise<Answer<T> | null>

async function run(trial: Trial, nodeOptions: string[]): Promise<Finding> {
  const { random, size } = trial
  const disk = await SmallDisk.mount(trial, diskMb)
  const dataDir = join(disk.path, 'data')
  const environment = { ...withoutLimits, LOG_LEVEL: 'silent', MIN_FREE_DISK_MB: String(minFreeMb) }
  const api = await Instance.on({ dataDir, environment, nodeOptions })
  trial.afterwards(() => api.end())
  await api.start()
  const ask: Ask = <T>(path: string, options: CallOptions = {}) =>
    call<T>(`${api.url}${path}`, { timeoutMs: answerMs, ...options }).catch(() => null)
  const owner = await givenOwner(api.url)
  const troubles: string[] = []
  const expectEach = (what: string, wanted: number, statuses: Statuses) => {
    const others = statuses.filter((status) => status !== wanted)
    if (others.length > 0) troubles.push(`${what}: ${others.slice(0, 5).join(', ')} instead of ${wanted}`)
  }

  trial.onProgress('filling the disk over the API')
  const writers = await Writers.start({ urls: [api.url], owner, random, count: writersAtOnce })
  // A trial that takes too long must not leave them behind.
  trial.afterwards(() => void writers.stop().catch(() => undefined))
  const image = await drawNoise(random, 1_000)
  const projects: ProjectSummary[] = []
  const upload = () => uploadWith(ask, owner, image)
  let refusal: Answer<ProjectSummary> | null = null
  // On a busy machine the preparation of an image can exceed its time limit, which is a 503 as well.
  for (let failures = 0; failures < uploadTries && refusal?.status !== 507;) {
    refusal = await upload()
    if (refusal?.status === 201) projects.push(refusal.body)
    else failures += 1
  }
  expectEach('the upload that met the end of the disk', 507, [refusal?.status ?? 'no answer'])
  const [first] = projects
  if (!first) throw new Error('The disk has no room for a single project.')
  if (troubles.length > 0) {
    // The control ends here: the full disk was not noticed, and the next steps would wait for a database that has
    // stopped.
    const statuses = await readFor(readMs[size], () => askAll(ask, reads(owner, first)))
    const served = statuses.filter((status) => status === 200).length
    return {
      held: false,
      figure: `${troubles[0]}; then ${served} of ${statuses.length} reads served`,
      details: api.output.slice(-1_500),
    }
  }
  const compared = await stopWriters(writers)
  // Compaction and a checkpoint may have returned space since the refusal.
  await disk.fillTo(nearlyFullMb)
  await pause(diskSeenMs)
  expectEach('what grows, on a nearly full disk', 507, await askAll(ask, growing(owner, first)))

  trial.onProgress('filling the disk from outside')
  await disk.fillTo(minFreeMb / 2)
  const statuses = await readFor(readMs[size], () => askAll(ask, reads(owner, first)))
  expectEach('a read, on a full disk', 200, statuses)
  const served = statuses.filter((status) => status === 200).length
  await killMongod(dataDir)
  const restartMs = await untilServed(api, ask, owner, first)
  if (restartMs === null) troubles.push('MongoDB did not start again on the full disk')
  // A start removes old journal files, which can free space.
  await disk.fillTo(minFreeMb / 2)
  await pause(diskSeenMs)
  expectEach('what grows, on a full disk', 507, await askAll(ask, growing(owner, first)))

  trial.onProgress('deleting')
  const [kept, ...others] = projects
  const deleted = others.slice(0, Math.ceil(others.length / 2))
  for (const { _id } of deleted) {
    const answer = await ask(`/projects/${_id}`, { method: 'DELETE', token: owner.token })
    expectEach('a delete, on a full disk', 200, [answer?.status ?? 'no answer'])
  }
  const room = await makeRoom(dataDir, upload)
  if (room === null) troubles.push('deleting made no room')

  trial.onProgress('filling the disk to the last byte, until the other program is gone')
  await disk.fill()
  await killMongod(dataDir)
  await pause(3_000)
  await disk.free()
  const backMs = await untilServed(api, ask, owner, first)
  if (backMs === null) troubles.push('it did not recover')
  const again = await Writers.start({ urls: [api.url], owner, random, count: 1 })
  const isWriting = await Promise.race([again.acknowledge(20).then(() => true), pause(20_000)])
  if (isWriting !== true) troubles.push('no writes were served after the disk had room again')
  const after = await stopWriters(again)

  const missing = await missingOf(
    [...(kept ? [kept] : []), ...others.slice(deleted.length)],
    ask,
    owner,
    image,
  )
  const lost = [...(await compared()), ...(await after()), ...missing]
  return {
    held: lost.length === 0 && troubles.length === 0,
    figure:
      `${lost.length} lost of ${projects.length} uploads and the writes beside them; ${served} of ${statuses.length} reads served ` +
      `on the full disk; MongoDB back on the full disk after ${seconds(restartMs)}; room for an upload ${seconds(room)} after deleting; ` +
      `all served ${seconds(backMs)} after the disk was freed${troubles.length > 0 ? `; ${troubles[0]}` : ''}`,
    details: [...troubles, ...lost.slice(0, 20), api.output.slice(-1_500)].join('\n'),
  }
}

type Statuses = (number | string)[]

async function readFor(ms: number, read: () => Promise<Statuses>): Promise<Statuses> {
  const statuses: Statuses = []
  for (const until = Date.now() + ms; Date.now() < until; await pause(250)) statuses.push(...(await read()))
  return statuses
}

function uploadWith(ask: Ask, owner: Owner, image: Buffer) {
  const form = new FormData()
  form.set('name', 'A large one')
  form.set('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'design.png')
  return ask<ProjectSummary>('/projects', { method: 'POST', token: owner.token, form, timeoutMs: 60_000 })
}

type Call = [path: string, options: CallOptions]

function growing({ token }: Owner, { _id }: ProjectSummary): Call[] {
  const account = { name: 'Ana', email: 'ana@studio.test', password: 'a quiet light table' }
  const image = 'data:image/png;base64,AA=='
  return [
    ['/projects', { method: 'POST', token, body: { name: 'x', image } }],
    [`/comment/add/${_id}`, { method: 'POST', body: newComment() }],
    [`/projects/${_id}`, { method: 'PUT', token, body: { description: 'More words.' } }],
    ['/users/register', { method: 'POST', body: account }],
  ]
}

function reads({ token, email, password }: Owner, { _id, thumbnail }: ProjectSummary): Call[] {
  return [
    [`/projects/${_id}?image=none`, {}],
    [`/projects/${_id}?image=thumbnail`, { token }],
    [`/images/${thumbnail}/view`, { as: 'bytes' }],
    ['/projects?image=none', { token }],
    ['/users/login', { method: 'POST', body: { email, password } }],
  ]
}

function askAll(ask: Ask, calls: Call[]): Promise<Statuses> {
  return Promise.all(
    calls.map(async ([path, options]) => {
      const answer = await ask(path, options)
      return answer?.status ?? `${options.method ?? 'GET'} ${path} got no answer`
    }),
  )
}

/** Stops the writers. @returns a function that compares their acknowledged writes with the stored data */
async function stopWriters(writers: Writers): Promise<() => Promise<string[]>> {
  const trouble = await writers.stop().then(
    () => [],
    (error: unknown) => [String(error)],
  )
  return async () => [
    ...trouble,
    ...(await writers.compare().then(
      ({ lost }) => lost,
      (error: unknown) => [String(error)],
    )),
  ]
}

async function killMongod(dataDir: string): Promise<void> {
  const pid = Number(await readFile(join(dataDir, 'db', 'mongod.lock'), 'utf8'))
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It has stopped by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
  await pause(500)
}

/** @returns the time until every read is served; null if it takes too long */
async function untilServed(
  api: Instance,
  ask: Ask,
  owner: Owner,
  project: ProjectSummary,
): Promise<number | null> {
  const start = Date.now()
  while (Date.now() - start < patienceMs / 2 && api.isRunning) {
    const statuses = await askAll(ask, reads(owner, project))
    if (statuses.every((status) => status === 200)) return Date.now() - start
    await pause(100)
  }
  return null
}

/** Empties the trash as an operator does. @returns the time until an upload is accepted; null if it takes too long */
async function makeRoom(dataDir: string, upload: () => Promise<Answer | null>): Promise<number | null> {
  const start = Date.now()
  await promisify(execFile)(process.execPath, [tool], {
    // Not in the folder of the project, whose `.env` may name the database of a real instance.
    cwd: dataDir,
    env: { ...process.env, DATA_DIR: dataDir },
    timeout: patienceMs,
  }).catch((error: unknown) => console.error(error))
  while (Date.now() - start < patienceMs) {
    if ((await upload())?.status === 201) return Date.now() - start
    await pause(1_000)
  }
  return null
}

/** The uploads that are not completely stored. */
async function missingOf(
  projects: ProjectSummary[],
  ask: Ask,
  { token }: Owner,
  image: Buffer,
): Promise<string[]> {
  const missing: string[] = []
  for (const { _id } of projects) {
    const project = await ask<Project>(`/projects/${_id}?image=none`, { token })
    const [design] = project?.status === 200 ? project.body.designs : []
    const path = `/projects/${_id}/designs/${design?._id}/versions/${design?.versions[0]?._id}/original`
    const answer = await ask(path, { token, as: 'bytes', timeoutMs: 30_000 })
    const isWhole = Buffer.isBuffer(answer?.body) && answer.body.equals(image)
    if (!isWhole) missing.push(`${path}: ${answer?.status ?? 'no answer'}`)
  }
  return missing
}

function seconds(ms: number | null): string {
  return ms === null ? 'never' : `${(ms / 1_000).toFixed(1)} s`
}
