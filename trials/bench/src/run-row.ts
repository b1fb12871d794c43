import { withinScope } from '@pinmark/testbed/scope'
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

type Choices = Omit<Bench, 'afterwards' | 'folder'> & { stop: AbortSignal }

/** Measures one row, stops everything that it started, and gives up when its time is over. @throws the error
 *  of the row */
export async function runRow(row: Row, choices: Choices): Promise<Outcome> {
  const start = performance.now()
  const figures = await withBench(choices, row.deadlineSeconds[choices.size], row.run)
  const seconds = Math.round((performance.now() - start) / 1000)
  return { id: row.id, work: row.work, beside: row.beside, figures, size: choices.size, seconds }
}

/** Gives `work` a folder and stops everything that it started, also when it fails or takes too long. */
export function withBench<T>(
  { stop, ...choices }: Choices,
  seconds: number,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  return withinScope({ seconds, stop }, (scope) => work({ ...choices, ...scope }))
}
