import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { mongo } from 'mongoose'
import { typedCommand, StartError } from '../../base/failures'
import { type BackupHeader, keptCollections } from '../backup/format'
import { dropStaging, loadBackup } from '../backup/load'
import { checkBackup } from '../backup/read-backup'
import { isInUse, markRestoreIf, newProgramName, restorePhase, unmarkRestore } from '../backup/restore-marker'
import { loadConfig, readEnvironment, type Config, type ConfigWithoutSecrets } from '../../config'
import { latestMigration } from '../../mongo/migrations/migration'
import { fingerprintOf } from '../instance.record'
import { checkWasStarted, withSecrets } from '../../secrets'
import { runCommand, withDatabase } from './run-command'

/** `npm run restore -- FILE`: restores a backup into this instance, which has to be stopped and empty. `--replace`
 *  replaces the present data, `--lost-pepper` restores although no password will match, `--cancel` abandons an
 *  interrupted restore. `-` reads from standard input. */
const usage = `Usage: ${typedCommand('restore', 'FILE [--replace] [--lost-pepper]')}, or: ${typedCommand('restore', '--cancel')}`
const flags = ['--replace', '--lost-pepper', '--cancel'] as const

await runCommand(async (signal) => {
  const given = process.argv.slice(2)
  const has = (flag: (typeof flags)[number]) => given.includes(flag)
  const [file, ...others] = given.filter((word) => !flags.some((flag) => flag === word))
  const isOption = file !== undefined && file.startsWith('-') && file !== '-'
  if (others.length > 0 || isOption || (file === undefined) !== has('--cancel')) throw new StartError(usage)

  const settings = loadConfig(readEnvironment().environment)
  if (file === undefined) {
    await checkWasStarted(settings)
    return cancel(settings)
  }
  const { path, remove } =
    file === '-' ? await spool(settings.dataDir) : { path: file, remove: async () => {} }
  try {
    console.error('Checking the backup ...')
    const { header, state } = await checkBackup(path)
    // Only now, so that a wrong file does not leave secrets in a new data folder.
    const config = await withSecrets(settings)
    checkFits(header, config, has('--lost-pepper'))
    await inThisInstance(config, async (db, checkIsUnused) => {
      await markRestoreIf(db, async () => {
        await checkIsUnused()
        await checkRoom(db, has('--replace'))
      })
      console.error(`Restoring the state of ${header.createdAt} ...`)
      await loadBackup(db, path, state, signal)
    })
    const count = (name: string) => state.collections[name]?.count ?? 0
    console.error(
      `Restored: ${count('users')} accounts, ${count('projects')} projects, ${count('comments')} comments. Pinmark can be started.\n` +
        `Every login ends at its start. All else is as old as the backup: links, their passwords and settings, API tokens ` +
        `and webhooks. What was closed, changed or revoked since ${header.createdAt} is open again, so check it.`,
    )
  } finally {
    await remove()
  }
})

/** @param work gets a function that throws a StartError while a server or another restore uses the database */
function inThisInstance(
  config: ConfigWithoutSecrets,
  work: (db: mongo.Db, checkIsUnused: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const program = newProgramName('restore')
  return withDatabase(config, { as: 'own', program }, (db) =>
    work(db, async () => {
      if (await isInUse(db, program)) {
        throw new StartError('A Pinmark is connected to this database. Stop it, then restore.')
      }
    }),
  )
}

function checkFits({ shape, pepper }: BackupHeader, { secrets }: Config, mayLosePepper: boolean): void {
  if (shape > latestMigration) {
    throw new StartError('This backup was made by a newer version of Pinmark. Restore it with that version.')
  }
  if (pepper === null || pepper === fingerprintOf(secrets.pepper) || mayLosePepper) return
  throw new StartError(
    'The passwords in this backup need another PASSWORD_PEPPER. Set the old value, or copy the file password-pepper that belongs to the backup into DATA_DIR. If it is lost, add --lost-pepper, and set a new password for every account.',
  )
}

async function checkRoom(db: mongo.Db, mayReplace: boolean): Promise<void> {
  // An interrupted restore has already replaced a part of the data.
  if (mayReplace || (await restorePhase(db)) === 'swapping') return
  for (const name of await keptCollections(db)) {
    // Collections that the first start creates before anyone uses the instance.
    if (name === 'instance' || name === 'migrations') continue
    if ((await db.collection(name).findOne({}, { projection: { _id: 1 } })) !== null) {
      throw new StartError(
        'This instance contains data already. Add --replace to replace it by the backup; the present data is lost then.',
      )
    }
  }
}

async function cancel(config: ConfigWithoutSecrets): Promise<void> {
  await inThisInstance(config, async (db, checkIsUnused) => {
    await checkIsUnused()
    const phase = await restorePhase(db)
    if (phase === 'swapping') {
      throw new StartError(
        'The restore has replaced a part of the data already. Run it again with the same file.',
      )
    }
    await dropStaging(db)
    await unmarkRestore(db)
    console.error(
      phase ? 'The restore is cancelled. The data from before is unchanged.' : 'No restore is in progress.',
    )
  })
}

/** Standard input can be read only once, and a backup is read twice. */
async function spool(dataDir: string): Promise<{ path: string; remove: () => Promise<void> }> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, `restore-${randomBytes(6).toString('hex')}.tmp`)
  const remove = () => rm(path, { force: true })
  try {
    await pipeline(process.stdin, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return { path, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
