import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Random } from '@pinmark/testbed/random'
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
  /** Ends the trial early. Everything that it started is ended too. */
  stop: AbortSignal
  onProgress: (line: string) => void
  mongo: SharedMongo
}

/** Far more than a trial needs, so that a trial that hangs does not stop the others. */
const maxMinutes = { quick: 5, everyday: 10, long: 7 * 24 * 60 }

/** Tries one promise, then its control. A promise counts as held only when the control shows that it could have failed. */
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
    seconds: Math.round((performance.now() - start) / 1000),
    details: [finding.details, isProven ? undefined : control.details].filter(Boolean).join('\n'),
  }
}

async function inTrial(choices: Choices, attempt: (trial: Trial) => Promise<Finding>): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-prove-'))
  const ends: (() => Promise<unknown>)[] = []
  const over = new AbortController()
  const afterwards = (end: () => Promise<unknown>) => void ends.unshift(end)
  try {
    const trial = attempt({
      random: new Random(choices.seed),
      size: choices.size,
      onProgress: choices.onProgress,
      afterwards,
      folder,
      givenDatabase: async () => {
        const { uri, drop } = await choices.mongo.database()
        afterwards(drop)
        return uri
      },
    })
    return await Promise.race([trial, outOfTime(choices, over.signal)])
  } finally {
    over.abort()
    // Runs each of them, even when others fail, because a process that is left running would disturb the next trial.
    for (const end of ends) await end().catch((error: unknown) => console.error(error))
    await rm(folder, { recursive: true, force: true })
  }
}

/** Rejects when the time is over or the run is stopped. Otherwise it never settles. */
function outOfTime({ size, stop }: Choices, over: AbortSignal): Promise<never> {
  const minutes = maxMinutes[size]
  return new Promise((_resolve, reject) => {
    const tell = (what: string) => () => reject(new Error(`The trial ${what}.`))
    setTimeout(tell(`took more than ${minutes} minutes`), minutes * 60_000).unref()
    stop.addEventListener('abort', tell('was stopped'), { once: true, signal: over })
  })
}
