import { setTimeout } from 'node:timers/promises'
import { checkRestoreIsOver } from './backup/restore-marker'
import { loadConfig, readEnvironment } from './config'
import { trashBytes } from './models/image-upkeep'
import { emptyTrash } from './models/sweep'
import { compact } from './platform/compact'
import { connectDatabase, connectedDatabase, disconnectDatabase } from './platform/database'
import { attachDatabase } from './platform/mongod/open-database'
import { StartError } from './platform/start-error'
import { runTool } from './tool'

/** `npm run empty-trash`: permanently removes every project that is in a trash, and gives the space back to the disk;
 *  works beside a running server. */
const usage = 'Usage: npm run empty-trash'
/** The embedded MongoDB keeps what was deleted for a moment, for readers that began before. */
const compactEveryMs = 2_000
const compactTries = 20

await runTool(async () => {
  if (process.argv.length > 2) throw new StartError(usage)
  const { mongodbUri, mongodPath, dataDir } = loadConfig(readEnvironment())
  const database = await attachDatabase({
    dataDir,
    onProgress: (line) => console.error(line),
    ...(mongodbUri !== null && { mongodbUri }),
    ...(mongodPath !== null && { mongodPath }),
  })
  try {
    await connectDatabase(database.uri)
    await checkRestoreIsOver(connectedDatabase())
    const bytes = await trashBytes()
    const projects = await emptyTrash()
    console.log(
      `${projects} projects were removed from the trash, with ${(bytes / 1e6).toFixed(1)} MB of images.`,
    )
    if (database.path !== null && projects > 0) await compactSoon(database.uri)
  } finally {
    await disconnectDatabase()
    await database.stop()
  }
})

async function compactSoon(uri: string): Promise<void> {
  for (let tries = 0; tries < compactTries; tries += 1) {
    if (await compact(uri)) return
    await setTimeout(compactEveryMs)
  }
}
