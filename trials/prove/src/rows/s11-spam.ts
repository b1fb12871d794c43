import { givenOwner, givenProject, mustCall, newComment } from '@pinmark/testbed/client'
import { limits } from '@pinmark/shared/limits'
import type { Instance } from '@pinmark/testbed/instance'
import { startMongo } from '@pinmark/testbed/scoped-server'
import { newGuest } from '../calls/test-project'
import { sendRequest, jsonRequest } from '../http-request'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'

const perMinute = 120
/** Changes of any kind. An agreement is one, and so is each comment that is agreed with. */
const changesPerMinute = 600
/** Comments that are agreed with. One network may give half of the agreements of each: together more than it may send. */
const agreedWith = 13

interface SpamFlood {
  networks: number
  messages: number
  /** The number that may be accepted. */
  cap: number
  /** Comments unless given. Edits are made by the author of one comment, agreements each by another browser. */
  kind?: 'edits' | 'agreements'
}

/** What is sent: by one network, by ten together, by a thousand together. The words of an edit count as a comment does,
 *  and so does the comment that is edited. */
const floods: Record<'quick' | 'everyday' | 'long', readonly SpamFlood[]> = {
  quick: [
    { networks: 1, messages: 200, cap: perMinute },
    { networks: 1, messages: 640, cap: changesPerMinute - agreedWith, kind: 'agreements' },
  ],
  everyday: [
    { networks: 1, messages: 300, cap: perMinute },
    { networks: 1, messages: 300, cap: perMinute - 1, kind: 'edits' },
    { networks: 1, messages: 700, cap: changesPerMinute - agreedWith, kind: 'agreements' },
    { networks: 100, messages: 2_000, cap: agreedWith * limits.agreesPerMessage, kind: 'agreements' },
    { networks: 10, messages: 1_600, cap: 10 * perMinute },
    { networks: 1_000, messages: 1_500, cap: 1_000 },
  ],
  long: [
    { networks: 1, messages: 2_000, cap: perMinute },
    { networks: 1, messages: 2_000, cap: perMinute - 1, kind: 'edits' },
    { networks: 1, messages: 2_000, cap: changesPerMinute - agreedWith, kind: 'agreements' },
    { networks: 100, messages: 5_000, cap: agreedWith * limits.agreesPerMessage, kind: 'agreements' },
    { networks: 10, messages: 5_000, cap: 10 * perMinute },
    { networks: 1_000, messages: 30_000, cap: 1_000 },
  ],
}
/** What all networks together may leave in a project: above the cap of ten of them, below what a thousand try. */
const perProject = { one: 5_000, thousand: 1_000 }

const limited = { RATE_LIMIT_FACTOR: '1' }

/** Each flood goes at once through two processes on one database, and has to be over within its minute. */
export const spam: Promised = {
  id: 'S11',
  promise:
    'Spam is bounded: the limits of comments, edits and agreements per network and project, and of agreements per ' +
    'comment, are exact, for any number of processes',
  shownBy:
    'One, ten and 1,000 networks comment on one project each, one network edits its comment again and again, and ' +
    'browsers of one and of 100 networks agree with four comments. All of them use two processes on one database at ' +
    'once.',
  target: 'each cap reached exactly, ± 1',
  isQuick: true,
  try: (trial) => run(trial, limited, floods[trial.size]),
  control: {
    without: 'without rate limits',
    try: (trial) => run(trial, {}, floods.quick),
  },
}

async function run(
  trial: Trial,
  environment: Record<string, string>,
  wanted: readonly SpamFlood[],
): Promise<Finding> {
  const mongo = await startMongo(trial)
  const outcomes: string[] = []
  let isExact = true
  for (const [at, wave] of wanted.entries()) {
    const { networks, messages, cap, kind } = wave
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
    const { accepted, odd, seconds } = await flood([one, other], wave)
    await Promise.all([one.end('SIGTERM'), other.end('SIGTERM')])
    isExact &&= Math.abs(accepted - cap) <= 1 && odd.length === 0
    outcomes.push(
      `${accepted} of ${messages}${kind ? ` ${kind}` : ''} from ${networks} network${networks === 1 ? '' : 's'} (cap ${cap}, in ${seconds.toFixed(0)} s)`,
    )
    if (odd.length > 0) outcomes.push(`answered otherwise: ${[...new Set(odd)].join(', ')}`)
  }
  return { held: isExact, figure: `accepted ${outcomes.join('; ')}` }
}

async function flood([one, other]: readonly [Instance, Instance], { networks, messages, kind }: SpamFlood) {
  const project = await givenProject(one.url, await givenOwner(one.url))
  const author = newGuest()
  const first = () => ({
    method: 'POST',
    headers: { ...author, 'X-Forwarded-For': '10.0.0.1' },
    body: newComment(),
  })
  const paths: string[] = []
  const changed = { none: 0, edits: 1, agreements: agreedWith }[kind ?? 'none']
  while (paths.length < changed) {
    const path = `${one.url}/comment/add/${project._id}`
    const { _id } = await mustCall<{ _id: string }>(201, path, first())
    paths.push(`/projects/${project._id}/comments/${_id}`)
  }
  const questionOf = (at: number, headers: Record<string, string>) => {
    const path = paths[at % paths.length] ?? ''
    if (kind === 'edits')
      return jsonRequest('PATCH', path, { text: newComment().text }, { ...author, ...headers })
    if (kind === undefined) return jsonRequest('POST', `/comment/add/${project._id}`, newComment(), headers)
    const body = { agree: true, commenter: 'Mara' }
    return jsonRequest('PUT', `${path}/agreement`, body, { ...newGuest(), ...headers })
  }
  let accepted = 0
  const odd: number[] = []
  const start = performance.now()
  await inParallel(
    Array.from({ length: messages }, (_, at) => at),
    32,
    async (at) => {
      const network = at % networks
      const headers = { 'X-Forwarded-For': `10.${network >> 8}.${network & 255}.${(at % 250) + 1}` }
      // Those of one network meet both processes in turn.
      const { url } = Math.floor(at / networks) % 2 === 0 ? one : other
      const { status } = await sendRequest(url, questionOf(at, headers))
      if (status === (kind ? 200 : 201)) accepted += 1
      else if (status !== 429 && status !== 409) odd.push(status)
    },
  )
  return { accepted, odd, seconds: (performance.now() - start) / 1_000 }
}
