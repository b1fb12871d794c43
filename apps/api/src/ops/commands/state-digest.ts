import { stateDigest } from '../backup/format'
import { loadConfig, readEnvironment } from '../../config'
import { runCommand, withDatabase } from './run-command'

/** Prints the digest of the lasting data as JSON: `{ collections: { NAME: { count, sha256 } }, state }`. */
await runCommand(async () => {
  await withDatabase(loadConfig(readEnvironment()), { as: 'attach', program: 'digest' }, async (db) => {
    console.log(JSON.stringify(await stateDigest(db)))
  })
})
