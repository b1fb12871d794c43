import type { Scope } from '@pinmark/testbed/scope'
import type { Figure } from './figure'

export type Size = 'quick' | 'full'

/** The context of a row. */
export interface Bench extends Scope {
  size: Size
  /** Measured rounds, after a warm-up round. */
  rounds: number
  /** Duration of the load on one side in one round. */
  seconds: number
  /** Prints a line of progress. */
  onProgress: (line: string) => void
}

/** One kind of work, measured together with its limit or a peer in the same run. */
export interface Row {
  /** `P1` to `P16`; `S1` is about more than one process. */
  id: string
  work: string
  /** The peers that run in the same rounds. */
  beside: string
  /** Runs only with `--full` or by name, because it has no target. */
  isExtra?: true
  /** A row that takes longer fails. */
  deadlineSeconds: Record<Size, number>
  run: (bench: Bench) => Promise<Figure[]>
}
