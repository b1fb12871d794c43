import { givenOwner, givenProject, newComment } from '@pinmark/testbed/client'
import type { Instance } from '@pinmark/testbed/instance'
import { MongoSet } from '@pinmark/testbed/mongo-set'
import { exchange, jsonQuestion } from '../exchange'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'

const perMinute = 120
/** Comments that are sent: by one network, by ten together, by a thousand together. */
const floods = {
  quick: [{ networks: 1, comments: 200, cap: perMinute }],
  everyday: [
    { networks: 1, comments: 300, cap: perMinute },
    { networks: 10, comments: 1_600, cap: 10 * perMinute },
    { networks: 1_000, comments: 1_500, cap: 1_000 },
  ],
  long: [
    { networks: 1, comments: 2_000, cap: perMinute },
    { networks: 10, comments: 5_000, cap: 10 * perMinute },
    { networks: 1_000, comments: 30_000, cap: 1_000 },
  ],
}
/** What all networks together may leave in a project: above the cap of ten of them, below what a thousand try. */
const perProject = { one: 5_000, thousand: 1_000 }

/** Each flood goes at once through two processes on one database, and has to be over within its minute. */
export const spam: Promised = {
  id: 'S11',
  promise:
    'Spam is bounded: a network and a project take exactly so many comments, however many processes serve',
  shownBy: 'one, ten and 1,000 networks at one project each, at once through two processes on one database',
  target: 'each cap reached exactly, ± 1',
  isQuick: true,
  try: (trial) => run(trial, { RATE_COMMENTS_PER_MINUTE: String(perMinute) }, floods[trial.size]),
  control: {
    without: 'with the limit of a minute off',
    try: (trial) => run(trial, {}, floods.quick),
  },
}

async function run(
  trial: Trial,
  environment: Record<string, string>,
  wanted: readonly { networks: number; comments: number; cap: number }[],
): Promise<Finding> {
  const mongo = await MongoSet.start()
  trial.afterwards(() => mongo.remove())
  const outcomes: string[] = []
  let isExact = true
  for (const [at, { networks, comments, cap }] of wanted.entries()) {
    const maxComments = networks >= 1_000 ? perProject.thousand : perProject.one
    const settings = {
      ...environment,
      TRUST_PROXY: '1',
      MONGODB_URI: mongo.uri(`spam${at}`),
      MAX_COMMENTS_PER_PROJECT: String(maxComments),
    }
    const one = await givenInstance(trial, settings, `flood-${at}`)
    // The same data folder: processes on one database share their secrets.
    const other = await givenInstance(trial, settings, `flood-${at}`)
    const { accepted, odd, seconds } = await flood([one, other], networks, comments)
    await Promise.all([one.end('SIGTERM'), other.end('SIGTERM')])
    isExact &&= Math.abs(accepted - cap) <= 1 && odd.length === 0
    outcomes.push(
      `${accepted} of ${comments} from ${networks} network${networks === 1 ? '' : 's'} (cap ${cap}, in ${seconds.toFixed(0)} s)`,
    )
    if (odd.length > 0) outcomes.push(`answered otherwise: ${[...new Set(odd)].join(', ')}`)
  }
  return { held: isExact, figure: `accepted ${outcomes.join('; ')}` }
}

async function flood([one, other]: readonly [Instance, Instance], networks: number, comments: number) {
  const project = await givenProject(one.url, await givenOwner(one.url))
  let accepted = 0
  const odd: number[] = []
  const start = performance.now()
  await inParallel(
    Array.from({ length: comments }, (_, at) => at),
    32,
    async (at) => {
      const network = at % networks
      const headers = { 'X-Forwarded-For': `10.${network >> 8}.${network & 255}.${(at % 250) + 1}` }
      // Those of one network meet both processes in turn.
      const { url } = Math.floor(at / networks) % 2 === 0 ? one : other
      const question = jsonQuestion('POST', `/comment/add/${project._id}`, newComment(), headers)
      const { status } = await exchange(url, question)
      if (status === 201) accepted += 1
      else if (status !== 429 && status !== 409) odd.push(status)
    },
  )
  return { accepted, odd, seconds: (performance.now() - start) / 1_000 }
}
