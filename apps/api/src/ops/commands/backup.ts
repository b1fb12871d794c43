import { typedCommand, StartError } from '../../base/failures'
import { BackupWriter, fileSink, streamSink } from '../backup/backup-file'
import { dumpDatabase } from '../backup/dump'
import { checkRestoreIsOver, isBackedUp, newProgramName } from '../backup/restore-marker'
import type { StateDigest } from '../backup/format'
import { keptFingerprint } from '../instance.record'
import { backupHistorySeconds, setHistory, usualHistorySeconds } from '../../mongo/mongod/log-file'
import { isHistoryLost } from '../../mongo/raw-documents'
import { pinmarkVersion } from '../../version'
import { runCommand, settingsOfInstance, withDatabase } from './run-command'

/** `npm run backup -- FILE`: writes all lasting data into one file, as they are at one moment. The server may run
 *  meanwhile. `-` writes to standard output. */
const usage = `Usage: ${typedCommand('backup', 'FILE')}`

await runCommand(async (signal) => {
  const [, , file, ...others] = process.argv
  if (file === undefined || others.length > 0 || (file.startsWith('-') && file !== '-'))
    throw new StartError(usage)
  const config = await settingsOfInstance()
  const program = newProgramName('backup')
  const isEmbedded = config.mongodbUri === null
  await withDatabase(config, { as: 'attach', program }, async (db) => {
    await checkRestoreIsOver(db)
    // The end of either backup would shorten the history that the other one reads.
    if (isEmbedded && (await isBackedUp(db, program))) {
      throw new StartError('Another backup of this database is being made. Try again when it is complete.')
    }
    const writer = await BackupWriter.begin(file === '-' ? streamSink(process.stdout) : await fileSink(file))
    try {
      // MongoDB keeps too little history for reading a large database. A MongoDB elsewhere is set by its operator.
      if (isEmbedded) await setHistory(db, backupHistorySeconds)
      const pepper = await keptFingerprint(db)
      const state = await dumpDatabase(db, writer, { version: pinmarkVersion, pepper, signal })
      const bytes = await writer.finish()
      console.error(report(file, bytes, state))
    } catch (error) {
      await writer.abandon()
      throw isHistoryLost(error) ? historyTooShort(error) : error
    } finally {
      if (isEmbedded) await setHistory(db, usualHistorySeconds)
    }
  })
})

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
