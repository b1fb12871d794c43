import { setTimeout as pause } from 'node:timers/promises'
import { exportFormats } from '@pinmark/shared/entities/export'
import { givenProject, mustCall, readProject } from '@pinmark/testbed/client'
import { watchMemory } from '@pinmark/testbed/process-memory'
import { atMost, figure, type Figure } from '../figure'
import { addComments } from '../fill'
import { twoVersions } from '../given-versions'
import type { Row } from '../row'
import { startSite } from '../site'

const comments = 5_000
const restMs = 5_000
const megabyte = 2 ** 20

/** Memory of the server alone: the image worker that draws a picture is a process of its own. */
export const p16: Row = {
  id: 'P16',
  work: `export ${comments.toLocaleString('en')} comments of one design`,
  beside: 'nothing',
  deadlineSeconds: { quick: 300, full: 600 },
  run: async (bench) => {
    const { instance, ...site } = await startSite(bench)
    const { before, size } = await twoVersions()
    const { _id } = await givenProject(site.url, site.owner, { image: before })
    await addComments(site, _id, comments, size)
    // The upload took memory too.
    await instance.end()
    await instance.start()
    await readProject(site.url, _id)
    await pause(restMs)
    const rest = await instance.rssBytes()
    const figures: Figure[] = []
    for (const format of exportFormats) {
      const added: number[] = []
      let worker = 0
      for (let round = 1; round <= bench.rounds; round += 1) {
        const memory = watchMemory(instance.pid)
        await mustCall(200, `${site.url}/projects/${_id}/export?format=${format}`, { as: 'bytes' })
        memory.stop()
        added.push((memory.peaks().server - rest) / megabyte)
        worker = Math.max(worker, memory.peaks().worker)
      }
      bench.onProgress(`${format}: ${Math.max(...added).toFixed(1)} MB`)
      figures.push(
        figure({
          what: `${format}: memory of the server above that at rest`,
          unit: 'MB',
          ours: added,
          peer: null,
          judge: atMost(50),
          ...(worker > 0 && { note: `the image worker at most ${(worker / megabyte).toFixed(0)} MB` }),
        }),
      )
    }
    return figures
  },
}
