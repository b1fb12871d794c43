import type { Random } from '@pinmark/testbed/random'

/** What a run of a row came to. */
export interface Finding {
  held: boolean
  /** What was measured, in a few words and numbers: `0 of 4,812 acknowledged comments lost over 20 kills`. */
  figure: string
  /** Details for finding the cause; printed only when the promise did not hold. */
  details?: string
}

/** How much a row tries: seconds as part of `npm test`, up to a minute or so by `npm run prove`, hours on request. */
export type Size = 'quick' | 'everyday' | 'long'

/** What a row gets to work with. */
export interface Trial {
  /** All choices of the row come from here, so that a printed seed repeats them. */
  random: Random
  size: Size
  /** A line for the person who waits. */
  onProgress: (line: string) => void
  /** Has to run after the row, even when it fails; in the opposite order of these calls. */
  afterwards: (end: () => Promise<unknown>) => void
  /** Empty, and gone after the row. */
  folder: string
  /** The address of an empty database on a MongoDB that other rows use too; gone after the row. */
  givenDatabase: () => Promise<string>
}

/** One promise, how it is tried, and a control that shows that the trial can fail. */
export interface Promised {
  /** Such as `R1` or `S14`. */
  id: string
  promise: string
  /** How it is shown. */
  shownBy: string
  /** What the figure has to reach. */
  target: string
  /** Whether its quick size is part of `npm test`: a few seconds, and the same on any machine. */
  isQuick: boolean
  /** Set where time or memory is measured, which other trials beside it would blur. */
  isAlone?: true
  try: (trial: Trial) => Promise<Finding>
  /** The same trial with the protection taken away: has to find that the promise is broken, else it proves nothing. */
  control: { without: string; try: (trial: Trial) => Promise<Finding> }
}
