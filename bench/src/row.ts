import type { Scope } from '@pinmark/testbed/scope'
import type { Figure } from './figure'

export type Size = 'quick' | 'full'

/** What a row gets to work with. */
export interface Bench extends Scope {
  size: Size
  /** Measured rounds, after one to warm up. */
  rounds: number
  /** How long one side is under load in one round. */
  seconds: number
  /** A line of progress. */
  onProgress: (line: string) => void
}

/** One kind of work, measured beside its limit or a peer in the same run. */
export interface Row {
  /** `P1` to `P16`; `S1` is about more than one process. */
  id: string
  work: string
  /** What runs beside it. */
  beside: string
  /** Runs with `--full` or by name alone: no target stands on it. */
  isExtra?: true
  /** A row that takes longer has failed. */
  deadlineSeconds: Record<Size, number>
  run: (bench: Bench) => Promise<Figure[]>
}
