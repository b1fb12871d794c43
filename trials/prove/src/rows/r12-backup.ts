import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { givenOwner, mustCall, type Owner } from '@pinmark/testbed/client'
import type { MongoSet } from '@pinmark/testbed/mongo-set'
import { newServer } from '@pinmark/testbed/scoped-server'
import { givenServer } from '../given-server'
import type { Finding, Promised, Trial } from '../promise'
import { Writers } from '../writers'

const times = { quick: 1, everyday: 3, long: 100 }
const writersAtOnce = 3

/** A backup is made during writes, and restored into another database. It must contain all writes that were
 *  acknowledged before it began. Then the writes stop, and backup and restore must give an identical state. */
export const backupAndRestore: Promised = {
  id: 'R12',
  promise: 'Backup and restore give the same state',
  shownBy:
    'A backup is made under load and restored into an empty database, which is compared with what was ' +
    'acknowledged before it. Then a backup is made at rest and restored, and the digests of both ' +
    'databases are compared.',
  target: 'the same every time, 0 lost',
  isQuick: false,
  try: (trial) => run(trial, async () => undefined),
  control: {
    without: 'with one restored project renamed by hand',
    try: (trial) =>
      run(trial, (mongo, database) =>
        mongo.withClient((client) =>
          client
            .db(database)
            .collection('projects')
            .updateOne({ deletedAt: null }, { $set: { name: 'Other' } }),
        ),
      ),
  },
}

type Change = (mongo: MongoSet, database: string) => Promise<unknown>

async function run(trial: Trial, change: Change): Promise<Finding> {
  const { random, folder, size } = trial
  const { api, mongo } = await givenServer(trial)
  const owner = await givenOwner(api.url)
  const lost: string[] = []
  let [same, facts] = [0, 0]
  for (let time = 1; time <= times[size]; time += 1) {
    const urls = [api.url]
    const earlier = await Writers.start({ urls, owner, random, count: writersAtOnce })
    trial.afterwards(() => earlier.stop())
    await earlier.acknowledge(40)
    await earlier.stop()

    const meanwhile = await Writers.start({ urls: [api.url], owner, random, count: writersAtOnce })
    trial.afterwards(() => meanwhile.stop())
    await meanwhile.acknowledge(5)
    await tool('backup', mongo.uri(), folder, join(folder, `load-${time}`))
    await meanwhile.stop()
    await tool('restore', mongo.uri(`load${time}`), folder, join(folder, `load-${time}`))
    const compared = await compareIn(trial, mongo.uri(`load${time}`), { urls, owner, writers: earlier })
    lost.push(...compared.lost)
    facts += compared.facts

    await tool('backup', mongo.uri(), folder, join(folder, `rest-${time}`))
    await tool('restore', mongo.uri(`rest${time}`), folder, join(folder, `rest-${time}`))
    await change(mongo, `rest${time}`)
    const digests = [mongo.uri(), mongo.uri(`rest${time}`)].map((uri) => tool('state-digest', uri, folder))
    if ((await digests[0]) === (await digests[1])) same += 1
    trial.onProgress(`${same} of ${time} the same`)
  }
  return {
    held: lost.length === 0 && same === times[size] && facts > 0,
    figure: `${same} of ${times[size]} the same at rest; ${lost.length} of ${facts} facts lost from backups under load`,
    details: lost.slice(0, 20).join('\n'),
  }
}

/** Starts a server on the restored database and compares its data with what the other server acknowledged to the
 *  writers.
 *  @param urls the addresses that the writers use: from now on that of the restored server
 *  @param owner whose login ends with the restore, so that they log in again */
async function compareIn(
  trial: Trial,
  uri: string,
  { urls, owner, writers }: { urls: string[]; owner: Owner; writers: Writers },
) {
  const restored = await newServer(trial, { environment: { MONGODB_URI: uri } })
  await restored.start()
  urls.splice(0, 1, restored.url)
  const { token: earlierToken, email, password } = owner
  const login = { method: 'POST', body: { email, password } }
  const session = await mustCall<{ token: string }>(200, `${restored.url}/users/login`, login)
  owner.token = session.token
  const compared = await writers.compare()
  owner.token = earlierToken
  await restored.end('SIGTERM')
  return compared
}

/** Runs one of the command-line programs. @returns its output */
async function tool(
  name: 'backup' | 'restore' | 'state-digest',
  uri: string,
  dataDir: string,
  ...args: string[]
) {
  const program = fileURLToPath(new URL(`../../../../apps/api/dist/${name}.js`, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    cwd: tmpdir(),
    env: { ...process.env, MONGODB_URI: uri, DATA_DIR: dataDir },
  })
  return stdout.trim()
}
