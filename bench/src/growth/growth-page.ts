import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { median } from '../figure'
import { replaceBetween } from '../page/between-marks'
import { short, spread } from '../page/numbers'
import { runLine, type Run } from '../page/run-line'
import type { Footprint } from './footprint'
import type { Curve, Growth } from './measure'
import { plot } from './plot'
import { sizes } from './servers'

const docs = new URL('../../../docs/', import.meta.url)
const picture = fileURLToPath(new URL('pictures/growth.svg', docs))
const results = fileURLToPath(new URL('speed-growth.json', docs))

/** Writes the picture, the tables under it and the raw numbers. */
export async function writeGrowth({ curves, footprints }: Growth, run: Run): Promise<void> {
  await writeFile(picture, plot(curves))
  await writeFile(results, `${JSON.stringify({ run, curves, footprints }, null, 1)}\n`)
  await replaceBetween('growth', `${runLine(run)}\n\n${table(curves)}\n\n${footprintTable(footprints)}`)
}

function table(curves: readonly Curve[]): string {
  const head = [
    'call, ms (min / median / max)',
    ...sizes.map((size) => size.toLocaleString('en-GB')),
    'last / first',
  ]
  const lines = curves.map(({ name, points }) => {
    const medians = points.map(({ rounds }) => median(rounds))
    const factor = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN)
    return [name, ...points.map(({ rounds }) => spread(rounds, median(rounds))), `${short(factor)} ×`]
  })
  return asTable([head, ...lines])
}

function footprintTable(footprints: readonly Footprint[]): string {
  const head = ['stored', 'how many', 'bytes each, in memory', 'on disk, compressed', 'in indexes']
  const lines = footprints.map(({ collection, count, inMemory, onDisk, inIndexes }) => [
    collection,
    ...[count, inMemory, onDisk, inIndexes].map((value) => Math.round(value).toLocaleString('en-GB')),
  ])
  return asTable([head, ...lines])
}

function asTable([head = [], ...lines]: string[][]): string {
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
