import { Random } from '@pinmark/testbed/random'
import { withinScope } from '@pinmark/testbed/scope'
import type { Finding, Promised, Size, Trial } from './promise'
import type { SharedMongo } from './shared-mongo'

export interface Outcome {
  id: string
  promise: string
  shownBy: string
  target: string
  held: boolean
  figure: string
  /** The control and its result. */
  control: string
  seed: number
  size: Size
  seconds: number
  /** For the terminal only. */
  details: string
}

interface Choices {
  seed: number
  size: Size
  /** Ends the trial early, together with everything that it started. */
  stop: AbortSignal
  onProgress: (line: string) => void
  mongo: SharedMongo
}

/** Far more than a trial needs, also on a machine with other work, so that a hanging trial does not stop the others. */
const maxMinutes = { quick: 5, everyday: 30, long: 7 * 24 * 60 }

/** Runs the trial of a promise, then its control. A promise counts as held only if the control shows that the
 *  trial can fail. */
export async function runRow(row: Promised, choices: Choices): Promise<Outcome> {
  const start = performance.now()
  const finding = await inTrial(choices, row.try)
  const control = await inTrial({ ...choices, size: 'quick' }, row.control.try)
  const isProven = !control.held
  return {
    id: row.id,
    promise: row.promise,
    shownBy: row.shownBy,
    target: row.target,
    held: finding.held && isProven,
    figure: finding.figure,
    control: `${row.control.without}: ${control.figure}${isProven ? '' : ' (the control did not fail, so the trial proves nothing)'}`,
    seed: choices.seed,
    size: choices.size,
    seconds: secondsSince(start),
    details: [finding.details, isProven ? undefined : control.details].filter(Boolean).join('\n'),
  }
}

/** The outcome of a trial that failed itself. @param start by `performance.now()` */
export function brokenOutcome(
  { id, promise, shownBy, target, control }: Promised,
  { seed, size, start, error }: Pick<Choices, 'seed' | 'size'> & { start: number; error: unknown },
): Outcome {
  const [reason] = String(error).split('\n')
  return {
    ...{ id, promise, shownBy, target, seed, size },
    held: false,
    figure: `the trial itself broke: ${reason}`,
    control: `${control.without}: no result`,
    seconds: secondsSince(start),
    details: '',
  }
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000)
}

function inTrial(choices: Choices, attempt: (trial: Trial) => Promise<Finding>): Promise<Finding> {
  const { seed, size, onProgress, stop, mongo } = choices
  return withinScope({ seconds: maxMinutes[size] * 60, stop }, (scope) =>
    attempt({
      ...scope,
      random: new Random(seed),
      size,
      onProgress,
      givenDatabase: async () => {
        const { uri, drop } = await mongo.database()
        scope.afterwards(drop)
        return uri
      },
    }),
  )
}
