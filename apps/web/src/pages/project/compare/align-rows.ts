/** Matches the rows of two pictures, so that both scroll together past added and removed rows. */

/** A picture as rows of grey values, `columns` in each row. */
export type Rows = readonly Uint8ClampedArray[]

/** Consecutive rows that both pictures have. */
interface Run {
  readonly before: number
  readonly after: number
  readonly length: number
}

/** Up to this mean difference of grey values, two rows count as the same. Compression changes them by about
 *  2. */
const sameUpTo = 6
/** Rows of a single colour occur everywhere, so they score little. */
const score = { same: 1, flat: 0.1, other: -1.5, gap: -0.3 } as const

/** Global alignment of the rows (Needleman and Wunsch 1970, https://doi.org/10.1016/0022-2836(70)90057-4). */
export function alignRows(before: Rows, after: Rows): readonly Run[] {
  const width = after.length + 1
  const steps = new Uint8Array((before.length + 1) * width)
  let above = Float32Array.from({ length: width }, (_, at) => at * score.gap)
  steps.fill(step.added, 1, width)
  for (const [at, row] of before.entries()) {
    const line = new Float32Array(width)
    line[0] = (at + 1) * score.gap
    steps[(at + 1) * width] = step.removed
    for (const [to, other] of after.entries()) {
      const both = (above[to] ?? 0) + scoreOf(row, other)
      const removed = (above[to + 1] ?? 0) + score.gap
      const added = (line[to] ?? 0) + score.gap
      const best = Math.max(both, removed, added)
      line[to + 1] = best
      steps[(at + 1) * width + to + 1] =
        best === both ? step.both : best === removed ? step.removed : step.added
    }
    above = line
  }
  return runsOf(steps, before.length, after.length)
}

const step = { both: 0, removed: 1, added: 2 } as const

function runsOf(steps: Uint8Array, rowsBefore: number, rowsAfter: number): readonly Run[] {
  const runs: Run[] = []
  let [before, after] = [rowsBefore, rowsAfter]
  while (before > 0 || after > 0) {
    const taken = steps[before * (rowsAfter + 1) + after]
    if (taken !== step.added) before -= 1
    if (taken !== step.removed) after -= 1
    if (taken !== step.both) continue
    const last = runs.at(-1)
    const continues = last && last.before === before + 1 && last.after === after + 1
    if (continues) runs[runs.length - 1] = { before, after, length: last.length + 1 }
    else runs.push({ before, after, length: 1 })
  }
  return runs.toReversed()
}

function scoreOf(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let difference = 0
  let contrast = 0
  for (let at = 0; at < one.length; at += 1) {
    difference += Math.abs((one[at] ?? 0) - (other[at] ?? 0))
    contrast += Math.abs((one[at] ?? 0) - (one[0] ?? 0))
  }
  if (difference > sameUpTo * one.length) return score.other
  return contrast > sameUpTo * one.length ? score.same : score.flat
}

/** Maps a height of one picture to the other. A row that the other lacks maps to the place where it would be
 *  inserted, so that side waits there. */
export function heightOn(
  runs: readonly Run[],
  { y, rowPx, from }: { y: number; rowPx: number; from: 'before' | 'after' },
): number {
  const to = from === 'before' ? 'after' : 'before'
  const row = y / rowPx
  const run = runs.findLast((one) => one[from] <= row)
  if (!run) return Math.min(row, runs[0]?.[to] ?? row) * rowPx
  return (run[to] + Math.min(row - run[from], run.length)) * rowPx
}
