import type { Random } from '@pinmark/testbed/random'
import type { Scope } from '@pinmark/testbed/scope'

/** The result of one run of a row. */
export interface Finding {
  held: boolean
  /** The measured result as a short sentence with numbers: `0 of 4,812 acknowledged comments lost over 20 kills`. */
  figure: string
  /** Details for finding the cause; printed only when the promise did not hold. */
  details?: string
}

/** The size of a trial: seconds as part of `npm run test:all`, up to about a minute by `npm run prove`, hours on request. */
export type Size = 'quick' | 'everyday' | 'long'

/** The context of a row. */
export interface Trial extends Scope {
  /** The source of all random choices, so that a printed seed repeats them. */
  random: Random
  size: Size
  /** Prints a line of progress. */
  onProgress: (line: string) => void
  /** The address of an empty database on a MongoDB that other rows use too. It is removed after the row. */
  givenDatabase: () => Promise<string>
}

/** A promise, its trial, and a control that shows that the trial can fail. */
export interface Promised {
  /** Such as `R1` or `S14`. */
  id: string
  promise: string
  /** How the trial works. */
  shownBy: string
  /** The target of the measured value. */
  target: string
  /** Whether its quick size is part of `npm run test:all`: a few seconds, and the same on any machine. */
  isQuick: boolean
  /** Set if time or memory is measured, because parallel trials would distort it. */
  isAlone?: true
  try: (trial: Trial) => Promise<Finding>
  /** The same trial without the protection. It has to find the promise broken, otherwise the trial proves nothing. */
  control: { without: string; try: (trial: Trial) => Promise<Finding> }
}
