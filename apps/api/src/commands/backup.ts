import type { mongo } from 'mongoose'
import { BackupWriter, fileSink, streamSink } from '../backup/backup-file'
import { dumpDatabase } from '../backup/dump'
import { checkRestoreIsOver } from '../backup/restore-marker'
import type { StateDigest } from '../backup/format'
import { loadConfig, readEnvironment } from '../config'
import { keptFingerprint } from '../models/pepper-check'
import { isHistoryLost } from '../platform/raw-documents'
import { StartError } from '../platform/start-error'
import { runCommand, withDatabase } from './run-command'

/** `npm run backup -- FILE`: writes all lasting data into one file, as they are at one moment. The server may run
 *  meanwhile. `-` writes to standard output. */
const usage = 'Usage: npm run backup -- FILE'
/** Longer than any backup takes. */
const historySeconds = 6 * 3_600
const parameter = 'minSnapshotHistoryWindowInSeconds'

await runCommand(async (signal) => {
  const [, , file, ...others] = process.argv
  if (file === undefined || others.length > 0 || (file.startsWith('-') && file !== '-'))
    throw new StartError(usage)
  const config = loadConfig(readEnvironment())
  await withDatabase(config, { as: 'attach', program: 'backup' }, async (db) => {
    await checkRestoreIsOver(db)
    const writer = await BackupWriter.begin(file === '-' ? streamSink(process.stdout) : await fileSink(file))
    const forget = config.mongodbUri === null ? await keepHistory(db, historySeconds) : async () => {}
    try {
      const version = process.env['npm_package_version'] ?? 'unknown'
      const pepper = await keptFingerprint(db)
      const state = await dumpDatabase(db, writer, { version, pepper, signal })
      const bytes = await writer.finish()
      console.error(report(file, bytes, state))
    } catch (error) {
      await writer.abandon()
      throw isHistoryLost(error) ? historyTooShort(error) : error
    } finally {
      await forget()
    }
  })
})

/** MongoDB keeps five minutes of history, and reading a large database takes longer. An embedded one can be set to keep
 *  more.
 *  @returns a function that restores the former setting
 *  @see https://www.mongodb.com/docs/manual/tutorial/long-running-queries/ */
async function keepHistory(db: mongo.Db, seconds: number): Promise<() => Promise<void>> {
  const admin = db.client.db('admin')
  const answer = await admin.command({ getParameter: 1, [parameter]: 1 })
  const before = Number(answer[parameter])
  if (before >= seconds) return async () => {}
  await admin.command({ setParameter: 1, [parameter]: seconds })
  return async () => void (await admin.command({ setParameter: 1, [parameter]: before }))
}

function historyTooShort(cause: unknown): StartError {
  return new StartError(
    'The backup took longer than the database keeps the history of its data. Raise minSnapshotHistoryWindowInSeconds of that MongoDB, or run the backup on a faster machine.',
    { cause },
  )
}

function report(file: string, bytes: number, { collections }: StateDigest): string {
  const count = (name: string) => collections[name]?.count ?? 0
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
  return (
    `${file === '-' ? 'The backup' : file} is complete: ${count('users')} accounts, ${count('projects')} projects, ` +
    `${count('comments')} comments, ${count('images')} images, ${size}.\n` +
    'Protect it like the passwords that it contains. It does not contain the files jwt-secret and password-pepper of the data folder, or the settings of the same names. Keep them too.'
  )
}
