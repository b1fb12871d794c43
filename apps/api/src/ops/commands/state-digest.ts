import { stateDigest } from '../backup/format'
import { runCommand, settingsOfInstance, withDatabase } from './run-command'

/** Prints the digest of the lasting data as JSON: `{ collections: { NAME: { count, sha256 } }, state }`. */
await runCommand(async () => {
  await withDatabase(await settingsOfInstance(), { as: 'attach', program: 'digest' }, async (db) => {
    console.log(JSON.stringify(await stateDigest(db)))
  })
})
