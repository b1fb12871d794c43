import type { Picture } from './picture'

/** A part of a picture over its whole width, in pixels of the picture. */
interface Band {
  readonly y: number
  readonly h: number
}

/** Consecutive rows that both pictures have. */
export interface SharedRows {
  readonly before: Band
  readonly after: Band
}

/** A picture as rows of grey values, `columns` in each row. */
type Rows = readonly Uint8Array[]

/** Consecutive rows that both pictures have: their first row on each, and their number. */
interface Run {
  readonly before: number
  readonly after: number
  readonly length: number
}

/** Minimum height of a row in pixels of the newer picture, and maximum number of rows: the work grows with its square. */
const leastRowPx = 4
const mostRows = 800
const columns = 24
/** Up to this mean difference of grey values, two rows count as the same. Compression changes them by about 2. */
const sameUpTo = 6
/** Rows of a single colour occur everywhere, so they score little. */
const score = { same: 1, flat: 0.1, other: -1.5, gap: -0.3 } as const

/** Finds the rows that a design and its next version share, so that both can scroll together past added and removed rows.
 *  The older picture is scaled to the width of the newer one, because designs are exported at different scales.
 *  @returns from top to bottom */
export function sharedRows(before: Picture, after: Picture): SharedRows[] {
  const scale = after.width / before.width
  const rowPx = Math.max(leastRowPx, Math.max(before.height * scale, after.height) / mostRows)
  const rowPxBefore = rowPx / scale
  return alignRows(rowsOf(before, rowPxBefore), rowsOf(after, rowPx)).map((run) => ({
    before: { y: run.before * rowPxBefore, h: run.length * rowPxBefore },
    after: { y: run.after * rowPx, h: run.length * rowPx },
  }))
}

/** The means of the grey values of a picture in rows of this height. */
function rowsOf(picture: Picture, rowPx: number): Rows {
  return Array.from({ length: Math.floor(picture.height / rowPx) }, (_, at) => {
    const sums = new Float64Array(columns)
    const [top, end] = [at * rowPx, Math.min((at + 1) * rowPx, picture.height)]
    for (let y = Math.floor(top); y < end; y += 1)
      addLine(picture, y, { sums, weight: Math.min(y + 1, end) - Math.max(y, top) })
    return Uint8Array.from(sums, (sum, column) => {
      const [first, last] = columnBounds(picture, column)
      return Math.round(sum / ((last - first) * picture.channels * rowPx))
    })
  })
}

/** Adds a line of pixels to the sum of each column. */
function addLine(
  picture: Picture,
  y: number,
  { sums, weight }: { sums: Float64Array; weight: number },
): void {
  const { width, channels, data } = picture
  for (let column = 0; column < columns; column += 1) {
    const [first, last] = columnBounds(picture, column)
    let sum = 0
    const end = (y * width + last) * channels
    for (let at = (y * width + first) * channels; at < end; at += 1) sum += data[at] ?? 0
    sums[column] = (sums[column] ?? 0) + sum * weight
  }
}

/** The first pixel of a column, and the one after its last. A picture that is narrower than its columns repeats pixels. */
function columnBounds({ width }: Picture, column: number): [number, number] {
  const first = Math.floor((column * width) / columns)
  return [first, Math.max(first + 1, Math.floor(((column + 1) * width) / columns))]
}

/** Global alignment of the rows (Needleman and Wunsch 1970, https://doi.org/10.1016/0022-2836(70)90057-4). */
function alignRows(before: Rows, after: Rows): readonly Run[] {
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

function scoreOf(one: Uint8Array, other: Uint8Array): number {
  let difference = 0
  let contrast = 0
  for (let at = 0; at < one.length; at += 1) {
    difference += Math.abs((one[at] ?? 0) - (other[at] ?? 0))
    contrast += Math.abs((one[at] ?? 0) - (one[0] ?? 0))
  }
  if (difference > sameUpTo * one.length) return score.other
  return contrast > sameUpTo * one.length ? score.same : score.flat
}
