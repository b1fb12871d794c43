import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './figure'
import type { Bench, Row, Size } from './row'

export interface Outcome {
  id: string
  work: string
  beside: string
  figures: Figure[]
  size: Size
  seconds: number
}

type Choices = Pick<Bench, 'size' | 'rounds' | 'seconds' | 'onProgress'>

/** What still has to be ended if this process is asked to stop. */
const open = new Set<() => Promise<void>>()
let isStopping = false

/** Measures one row, ends everything it started, and gives up when its time is over.
 *  @throws the error of the row */
export async function runRow(row: Row, choices: Choices): Promise<Outcome> {
  const start = performance.now()
  const figures = await withBench(choices, row.deadlineSeconds[choices.size], row.run)
  const seconds = Math.round((performance.now() - start) / 1000)
  return { id: row.id, work: row.work, beside: row.beside, figures, size: choices.size, seconds }
}

/** Gives `work` a folder and ends everything it started, also when it fails or takes longer than it may. */
export async function withBench<T>(
  choices: Choices,
  deadlineSeconds: number,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  if (isStopping) throw new Error('The benchmark is being stopped.')
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-bench-'))
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  let ending: Promise<void> | undefined
  // A signal and the work that it breaks both ask for it: both wait for the same end.
  const endAll = () => (ending ??= endEach(ends))
  open.add(endAll)
  try {
    const bench: Bench = { ...choices, folder, afterwards: (end) => void ends.unshift(end) }
    return await withinSeconds(deadlineSeconds, work(bench))
  } finally {
    await endAll()
    open.delete(endAll)
  }
}

/** Ends one after the other, those too that are added meanwhile. @throws AggregateError after all of them */
async function endEach(ends: (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
    // One that cannot be ended must not keep the others.
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be ended.')
}

/** Ends what the running row started, and lets no other begin; for a signal. */
export async function endOpenRows(): Promise<void> {
  isStopping = true
  for (const end of open) await end()
}

async function withinSeconds<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It was not done within ${seconds} s.`)), seconds * 1000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
