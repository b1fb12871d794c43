import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { markdownTable, replaceBetween } from '@pinmark/testbed/row-results'
import { median, minMedianMax } from '../figure'
import { formatNumber, formatSpread } from '../page/format'
import { runLine, type Run } from '../page/run-line'
import type { Footprint } from './footprint'
import type { Curve, Growth } from './measure'
import { plot } from './plot'
import { sizes } from './servers'

const docs = new URL('../../../../docs/', import.meta.url)
const picture = fileURLToPath(new URL('pictures/growth.svg', docs))
const results = fileURLToPath(new URL('../../../results/speed-growth.json', import.meta.url))

/** Writes the picture, the tables below it and their numbers. */
export async function writeGrowth({ curves, footprints }: Growth, run: Run): Promise<void> {
  await writeFile(picture, plot(curves))
  const points = (curve: Curve) =>
    curve.points.map((point) => ({ ...point, rounds: minMedianMax(point.rounds) }))
  const summaries = curves.map((curve) => ({ ...curve, points: points(curve) }))
  await writeFile(results, `${JSON.stringify({ run, curves: summaries, footprints }, null, 1)}\n`)
  await replaceBetween(
    'speed.md',
    'growth',
    `${runLine(run)}\n\n${table(curves)}\n\n${footprintTable(footprints)}`,
  )
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
    return [
      name,
      ...points.map(({ rounds }) => formatSpread(rounds, median(rounds))),
      `${formatNumber(factor)} ×`,
    ]
  })
  return markdownTable([head, ...lines])
}

function footprintTable(footprints: readonly Footprint[]): string {
  const head = ['stored', 'how many', 'bytes each, in memory', 'on disk, compressed', 'in indexes']
  const lines = footprints.map(({ collection, count, inMemory, onDisk, inIndexes }) => [
    collection,
    ...[count, inMemory, onDisk, inIndexes].map((value) => Math.round(value).toLocaleString('en-GB')),
  ])
  return markdownTable([head, ...lines])
}
