import { setTimeout } from 'node:timers/promises'
import { typedCommand, StartError } from '../../base/failures'
import { checkRestoreIsOver } from '../backup/restore-marker'
import { bytesOfDeletedDesigns, trashBytes } from '../../images/image-upkeep.record'
import { emptyTrash } from '../sweep.record'
import { compact, makeCheckpoint } from '../../mongo/compact'
import { connectedDatabase } from '../../mongo/database'
import { runCommand, settingsOfInstance, withModels } from './run-command'

/** `npm run empty-trash`: permanently removes every deleted project, design and version and returns the space to the disk,
 *  also while a server runs. */
const usage = `Usage: ${typedCommand('empty-trash')}`
/** The embedded MongoDB keeps deleted data for a moment, for readers that began earlier. */
const compactEveryMs = 2_000
const compactTries = 20

await runCommand(async () => {
  if (process.argv.length > 2) throw new StartError(usage)
  await withModels(await settingsOfInstance(), async ({ uri, path }) => {
    await checkRestoreIsOver(connectedDatabase())
    const bytes = (await trashBytes()) + (await bytesOfDeletedDesigns())
    const { projects, designs } = await emptyTrash()
    console.log(
      `Removed from the trash: ${projects} projects, ${designs} designs and versions, ${(bytes / 1e6).toFixed(1)} MB of images.`,
    )
    if (path !== null && projects + designs > 0) await compactSoon(uri)
  })
})

/** Ends when another compaction would free nothing. */
async function compactSoon(uri: string): Promise<void> {
  let hasCompacted = false
  for (let tries = 0; tries < compactTries; tries += 1) {
    await setTimeout(compactEveryMs)
    await makeCheckpoint(uri)
    const wasWorthIt = await compact(uri)
    if (hasCompacted && !wasWorthIt) return
    hasCompacted ||= wasWorthIt
  }
}
