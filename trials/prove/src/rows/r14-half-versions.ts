import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  call,
  givenComment,
  givenOwner,
  givenProject,
  readProject,
  type Owner,
} from '@pinmark/testbed/client'
import type { Db, MongoSet } from '@pinmark/testbed/mongo-set'
import { newServer, startMongo } from '@pinmark/testbed/scoped-server'
import { dieAfter } from '../die-after'
import { halfStatesLater, halfStatesStored } from '../half-states'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'
import { newPicture, placed, versionFaults } from '../version-states'
import { weakenedBy } from '../weakened'

const commentCount = 3

/** A design or a version is added repeatedly. The k-th time, the server is killed directly after the k-th database
 *  command. The commands of a version continue until its comments have their places. */
export const noHalfVersions: Promised = {
  id: 'R14',
  promise: 'A design or a version is added completely or not at all, and its comments are placed once',
  shownBy:
    'SIGKILL ends the server after each database command k of adding a design, adding a version and ' +
    'placing its comments. After a restart the trial repeats unanswered calls. It checks every version, ' +
    'picture and place, and what is stored forty days later.',
  target: '0 half states and 0 doubles, for every k',
  isQuick: false,
  try: (trial) => run(trial, 'mended'),
  control: {
    without: 'reading the stored data before the server has restarted',
    try: (trial) => run(trial, 'as it is'),
  },
}

const flowNames = ['design', 'version'] as const
type FlowName = (typeof flowNames)[number]
type Look = 'mended' | 'as it is'

interface Tried {
  kills: number
  faults: string[]
}

async function run(trial: Trial, look: Look): Promise<Finding> {
  const mongo = await startMongo(trial)
  const tried: Tried[] = []
  await inParallel(look === 'mended' ? flowNames : (['version'] as const), 2, async (flow) => {
    tried.push(await tryFlow(trial, mongo, flow, look))
  })
  const kills = tried.reduce((sum, one) => sum + one.kills, 0)
  const faults = tried.flatMap((one) => one.faults)
  return {
    // A flow that ends after fewer commands was not observed.
    held: faults.length === 0 && tried.every((one) => one.kills >= 8),
    figure: `${faults.length} half states or doubles after ${kills} kills, one after each database command of ${tried.length} flows`,
    details: faults.slice(0, 20).join('\n'),
  }
}

async function tryFlow(trial: Trial, mongo: MongoSet, flow: FlowName, look: Look): Promise<Tried> {
  const dataDir = join(trial.folder, flow)
  const environment = { MONGODB_URI: mongo.uri(flow) }
  const api = await newServer(trial, { dataDir, environment, nodeOptions: weakenedBy('kill-after-command') })
  await api.start()
  const owner = await givenOwner(api.url)
  const inDatabase = <T>(work: (db: Db) => Promise<T>) => mongo.withClient((client) => work(client.db(flow)))
  const faults: string[] = []
  let kills = 0
  for (let command = 1; ; command += 1) {
    const stage = await prepare(trial, { url: api.url, owner, flow, inDatabase })
    await dieAfter(command, api, dataDir)
    const first = await stage.add()
    if (first !== null) await nothingPending()
    await dieAfter(Number.POSITIVE_INFINITY, api, dataDir)
    const hasDied = !api.isRunning
    if (hasDied) {
      kills += 1
      if (look === 'as it is') faults.push(...(await inDatabase(leftBehind)))
      if (faults.length > 0) break
      // Another process would take over the task when the lease of the killed one ends, some seconds later.
      await inDatabase((db) => db.collection('tasks').updateMany({}, { $set: { dueAt: new Date() } }))
      await api.start()
    }
    if (look === 'mended') {
      const found = await stage.faults(first)
      faults.push(...found.map((what) => `${flow} ${command}: ${what}`))
    }
    if (!hasDied) break
  }
  trial.onProgress(`${flow}: ${kills} kills`)
  await api.end('SIGKILL')
  if (look === 'mended')
    faults.push(
      ...(await halfStatesLater(trial, { dataDir, environment, stored: () => inDatabase(leftBehind) })),
    )
  return { kills, faults }

  /** Queries the database directly, because a call would execute database commands itself. */
  async function nothingPending(): Promise<void> {
    const pending = { 'designs.versions.placing': 'pending' }
    const isDone = () =>
      inDatabase(async (db) => (await db.collection('projects').countDocuments(pending)) === 0)
    while (api.isRunning && !(await isDone())) await pause(100)
  }
}

/** Incomplete states in the database, and tasks that no process runs. */
async function leftBehind(db: Db): Promise<string[]> {
  const tasks = await db.collection('tasks').countDocuments({ kind: 'place' })
  return [...(await halfStatesStored(db)), ...(tasks > 0 ? [`${tasks} tasks are left`] : [])]
}

interface Stage {
  projectId: string
  /** @returns null if there was no answer */
  add: () => Promise<number | null>
  /** Repeats calls without an answer, and checks everything. */
  faults: (first: number | null) => Promise<string[]>
}

interface Setting {
  url: string
  owner: Owner
  flow: FlowName
  inDatabase: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

async function prepare(trial: Trial, { url, owner, flow, inDatabase }: Setting): Promise<Stage> {
  const { token } = owner
  const { _id: projectId } = await givenProject(url, owner)
  for (let count = 0; count < commentCount; count += 1) await givenComment(url, projectId)
  const [design] = (await readProject(url, projectId, token)).designs
  const path = `/projects/${projectId}/designs${flow === 'version' ? `/${design?._id}/versions` : ''}`
  const form = await newPicture(trial)
  const add = async () => {
    const answer = await call(`${url}${path}`, { method: 'POST', token, form: form() }).catch(() => null)
    return answer && answer.status < 500 ? answer.status : null
  }
  return { projectId, add, faults }

  async function faults(first: number | null): Promise<string[]> {
    // An existing version is answered again. A design may be added twice on purpose, so it is not sent again.
    const status = first ?? (flow === 'version' ? await add() : 201)
    const project = await placed(url, projectId, owner)
    const count = flow === 'version' ? project.designs[0]?.versions.length : project.designs.length
    const expected = first === null && flow === 'design' ? [1, 2] : [2]
    return [
      ...(status === 201 || status === 200 ? [] : [`answered ${status}`]),
      ...(expected.includes(count ?? 0) ? [] : [`${count} are there`]),
      ...(await inDatabase((db) => versionFaults(url, project, db))),
    ]
  }
}
