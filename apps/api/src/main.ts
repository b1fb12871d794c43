import { buildApp } from './app'
import { loadConfig, readEnvironment, withTestCost, type Config, type ConfigWithoutSecrets } from './config'
import { checkRestoreIsOver, endRestoredLogins } from './ops/backup/restore-marker'
import { removeLeftUploads } from './http/body/spool'
import { drain } from './http/drain'
import { checkListenAddress, createHttpServer, listen } from './http/server'
import { startBackgroundWork, startSweeping } from './ops/background-work'
import { hideProjectsOfDeletedAccounts } from './accounts/account-removal.record'
import { isOurPepper } from './ops/instance.record'
import { migrate } from './mongo/migrations/migrate'
import {
  buildIndexes,
  connectDatabase,
  connectedDatabase,
  disconnectDatabase,
  openForUpkeep,
} from './mongo/database'
import { compactWhenShort } from './mongo/compact'
import { freeAtDatabase, freeOnDisk, watchDisk } from './base/disk-room'
import { createLog } from './base/log'
import { openDatabase, type OpenDatabase } from './mongo/mongod/open-database'
import { checkMongoVersion, type MongoVersion } from './mongo/mongod/check-deployment'
import { closePasswordPool } from './accounts/passwords/passwords'
import { stopRenderer } from './images/renditions/render'
import { describeStartError, StartError, typedCommand } from './base/failures'
import { checkDatabaseIsThere, withSecrets } from './secrets'
import { startBlock } from './start-block'

const drainMs = 10_000
/** How long a stop waits for the parts that work in the background. Work that is cut off continues after the next start,
 *  as after a crash. Together with the drain it is shorter than the 30 s of compose.yaml. */
const partsMs = 15_000
/** The same after a second signal. */
const hurriedPartsMs = 1_000
const bytesPerMb = 1_000_000

/** How long a stop waits for a start that is under way. A download may take far longer. */
const openingMs = 5_000

type Ending = () => Promise<void> | void

/** Ends the connections of visitors. This comes before the parts that serve them are stopped. */
let endVisits: Ending = () => undefined
/** How to stop the parts that were started so far, in the opposite order. */
const endings: Ending[] = []
/** This comes last, because the other parts use the database. */
let stopDatabase: Ending = () => undefined
/** A second signal means that the operator does not want to wait for visitors and for work in the background. */
const hurry = new AbortController()
let isReady = false
let stopping: Promise<never> | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping) hurry.abort()
    else void stop(0)
  })
}
// Writing to a closed pipe emits an error. Without a listener it is an uncaught exception, and reporting it writes to
// the same pipe again, without end.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
process.on('uncaughtException', (error) => {
  console.error(error)
  void stop(1)
})

try {
  await start()
} catch (error) {
  console.error(describeStartError(error))
  await stop(1)
}

async function start(): Promise<void> {
  const { environment, useless } = readEnvironment()
  const settings = withTestCost(loadConfig(environment), process.argv[2])
  const log = createLog(settings.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info'))
  if (useless !== null) console.error(useless)
  await checkListenAddress(settings)
  await checkDatabaseIsThere(settings)

  const database = await openData(settings)
  await stopping
  const config = await withSecrets(settings)
  endings.push(() => disconnectDatabase())
  const mongo = await prepareData(database)
  await connectDatabase(database.uri)
  // A restore that has begun since the first check did not see this server's connection.
  await checkRestoreIsOver(connectedDatabase())
  await checkPepper(config)
  const { path, uri } = database
  const read = () => (path === null ? freeAtDatabase(connectedDatabase()) : freeOnDisk(path))
  const room = await watchDisk({ read, minFreeBytes: config.minFreeDiskMb * bytesPerMb, log })
  endings.push(room.stop)
  if (path !== null) endings.push(compactWhenShort(uri, room, log))
  // What a crash interrupted is completed before the first request.
  await removeLeftUploads(config)
  await hideProjectsOfDeletedAccounts()
  await endRestoredLogins(connectedDatabase())
  await stopping

  endings.push(closePasswordPool, stopRenderer, startSweeping(log))
  endings.push(startBackgroundWork(config, log))
  const server = createHttpServer(buildApp({ config, log, isReady: () => isReady, room }))
  isReady = true
  // The port is opened last, so that a program that waits for it finds a server that is ready.
  const port = await listen(server, config)
  endVisits = () => drain(server, drainMs, hurry.signal)
  // In development the address of the web app is the right one, and its server prints it.
  if (process.env['PINMARK_RUN_BY'] === 'dev') return console.log(`The API is ready on port ${port}.`)
  console.log(
    startBlock({ config, port, database: database.description, mongo, freeBytes: room.freeBytes() }),
  )
}

async function openData({ mongodbUri, mongodPath, dataDir }: ConfigWithoutSecrets): Promise<OpenDatabase> {
  const opening = openDatabase({
    dataDir,
    onProgress: (line) => console.log(line),
    ...(mongodbUri !== null && { mongodbUri }),
    ...(mongodPath !== null && { mongodPath }),
  })
  // A stop can come while the database is being opened. The database is then stopped as soon as it is open.
  const end = opening.then(
    (database) => () => database.stop(),
    () => () => Promise.resolve(),
  )
  stopDatabase = async () => {
    const tooLong = new Promise<never>((_resolve, reject) => {
      setTimeout(reject, openingMs, new Error('The database was still starting.')).unref()
    })
    await (
      await Promise.race([end, tooLong])
    )()
  }
  return opening
}

/** Steps before the first read or write. Several processes that start together run them one after the other. */
async function prepareData({ uri }: OpenDatabase): Promise<MongoVersion> {
  const { db, close } = await openForUpkeep(uri, 'start')
  try {
    await checkRestoreIsOver(db)
    await migrate(db, { onProgress: (line) => console.log(line) })
    await buildIndexes(db)
    return await checkMongoVersion(db)
  } finally {
    await close()
  }
}

async function checkPepper({ secrets, dataDir }: Config): Promise<void> {
  if (await isOurPepper(secrets.pepper)) return
  throw new StartError(
    `The passwords in this database need another PASSWORD_PEPPER. Set the old value, or restore its file in ${dataDir}. ` +
      `If it is lost, "${typedCommand('reset-password', '--new-pepper')}" accepts the present one, and every account needs a new password.`,
  )
}

/** Ends everything in order. The first reason to stop decides the exit code. */
function stop(exitCode: number): Promise<never> {
  stopping ??= endAll(exitCode)
  return stopping
}

async function endAll(exitCode: number): Promise<never> {
  isReady = false
  let code = exitCode
  const endInOrder = async (...all: Ending[]) => {
    for (const end of all) {
      try {
        await end()
      } catch (error) {
        console.error(error)
        code = 1
      }
    }
  }
  await endInOrder(endVisits)
  await Promise.race([endInOrder(...endings.toReversed()), partsTakeTooLong()])
  await endInOrder(stopDatabase)
  process.exit(code)
}

function partsTakeTooLong(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, partsMs)
    const hurryUp = () => setTimeout(resolve, hurriedPartsMs)
    if (hurry.signal.aborted) hurryUp()
    else hurry.signal.addEventListener('abort', hurryUp)
  })
}
