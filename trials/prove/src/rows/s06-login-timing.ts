import { givenOwner } from '@pinmark/testbed/client'
import { sendRequest, jsonRequest, type HttpAnswer } from '../http-request'
import { givenInstance } from '../given-instance'
import type { Finding, Promised, Trial } from '../promise'
import { TamperingProxy } from '../tampering-proxy'

const pairs = { quick: 30, everyday: 120, long: 20_000 }
const accounts = 8
/** The bound of dudect (Reparaz, Balasch, Verbauwhede, 2017). Above it, two distributions are considered different. */
const largestT = 4.5

/** Failed logins are counted, with limits that the trial does not reach. */
const patient = { RATE_LIMIT_FACTOR: '999' }

/** Wrong passwords for accounts that exist and for ones that do not, in random order, one after the other. Both
 *  kinds of address are tried equally often, so that the server's record of attempts is the same. */
export const loginTiming: Promised = {
  id: 'S6',
  promise: 'A failed login does not reveal whether the account exists',
  shownBy:
    'Welch’s t-test compares the times of interleaved logins, without the slowest tenth. The answers ' +
    'are compared byte for byte.',
  target: '|t| < 4.5, answers equal byte for byte',
  isQuick: false,
  isAlone: true,
  try: (trial) => run(trial, pairs[trial.size], (url) => Promise.resolve(url)),
  control: {
    without: 'with unknown accounts refused before any hash is computed',
    try: (trial) => run(trial, pairs.quick, behindHastyGateway(trial)),
  },
}

async function run(
  trial: Trial,
  count: number,
  entrance: (url: string, port: number) => Promise<string>,
): Promise<Finding> {
  const api = await givenInstance(trial, patient)
  const { random } = trial
  const known: string[] = []
  for (let made = 0; made < accounts; made += 1) known.push((await givenOwner(api.url)).email)
  const unknown = known.map((email) => email.replace(/^mara/, 'vera'))
  const url = await entrance(api.url, api.port)

  const answers = new Set<string>()
  const logIn = async (email: string) => {
    const question = jsonRequest('POST', '/users/login', { email, password: `not this ${random.next()}` })
    const start = performance.now()
    const answer = await sendRequest(url, question)
    const elapsedMs = performance.now() - start
    answers.add(asBytes(answer))
    return elapsedMs
  }
  for (const email of [...known, ...unknown]) await logIn(email)
  answers.clear()
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let done = 0; done < count; done += 1) {
    const order = random.next() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    const at = done % accounts
    for (const kind of order) times[kind].push(await logIn((kind === 'known' ? known : unknown)[at] ?? ''))
  }
  const t = welch(...withoutSlowest(times.known, times.unknown))
  return {
    held: Math.abs(t) < largestT && answers.size === 1,
    figure: `t = ${t.toFixed(2)} over ${count} pairs (${mean(times.known).toFixed(1)} ms and ${mean(times.unknown).toFixed(1)} ms), ${answers.size === 1 ? 'all answers equal' : `${answers.size} different answers`}`,
    details: [...answers].join('\n---\n'),
  }
}

/** The whole answer without its time and request id. */
function asBytes({ status, headers, text }: HttpAnswer): string {
  const kept = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
  return [String(status), ...kept.map(([name, value]) => `${name}: ${value}`), '', text].join('\n')
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

function welch(one: readonly number[], other: readonly number[]): number {
  return (mean(one) - mean(other)) / Math.sqrt(variance(one) / one.length + variance(other) / other.length)
}

/** Other load on the machine causes long times. They are cut at one bound for both kinds, as in dudect. */
function withoutSlowest(one: readonly number[], other: readonly number[]): [number[], number[]] {
  const sorted = [...one, ...other].sort((left, right) => left - right)
  const bound = sorted[Math.floor(sorted.length * 0.9)] ?? Infinity
  const isKept = (value: number) => value <= bound
  return [one.filter(isKept), other.filter(isKept)]
}

function behindHastyGateway(trial: Trial) {
  return async (_url: string, port: number): Promise<string> => {
    let answer: HttpAnswer | undefined
    const proxy = await TamperingProxy.to(trial, port, {
      onRequest: async ({ body }) => {
        answer ??= await sendRequest(
          `http://127.0.0.1:${port}`,
          jsonRequest('POST', '/users/login', { email: 'somebody@studio.test', password: 'else' }),
        )
        if (!body.includes('"vera-')) return undefined
        return { status: 401, headers: Object.fromEntries(answer.headers), body: Buffer.from(answer.text) }
      },
    })
    return proxy.url
  }
}
