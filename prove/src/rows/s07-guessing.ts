import { setTimeout as pause } from 'node:timers/promises'
import { givenOwner, mustCall } from '@pinmark/testbed/client'
import { withDatabase } from '@pinmark/testbed/database'
import { newGuest } from '../calls/test-project'
import { sendRequest, jsonRequest } from '../http-request'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'

const networkCounts = { quick: 130, everyday: 400, long: 20_000 }
const triesOfOneNetwork = 30
const home = { 'X-Forwarded-For': '198.51.100.7' }

/** With this cap, rounds of the draw last 4 s. */
const quickRounds = 43_200
const roundMs = 4_000
const mostRounds = 60
/** They take part in every round, and so does the owner, who has a chance of one in five. */
const rivals = 4

/** Many networks with a few attempts each guess the password of one account, and one of them continues without
 *  end. With 401, an attempt was compared with the password's hash; with 429 it was not. */
export const guessing: Promised = {
  id: 'S7',
  promise:
    'At most 100 guesses a day at a password are compared. No guessing keeps an account out of a network or a browser ' +
    'it has logged in from; on a new browser in a new network its owner waits for a draw among the networks that ask',
  shownBy:
    'Many networks guess the password of one account, and one of them never stops. Meanwhile its owner ' +
    'logs in from the usual network, and from elsewhere with the usual browser. Then the attempts of ' +
    'the day are used up, and rounds of the draw take 4 s instead of 29 min. The owner tries from a new ' +
    'network with a new browser, and four other networks try all the time.',
  target: 'at most 100 a day compared; the owner gets in each time, and by the draw after some rounds',
  isQuick: false,
  try: async (trial) => both(await run(trial, {}, networkCounts[trial.size]), await drawn(trial)),
  control: {
    without: 'with the account’s daily cap off',
    try: (trial) => run(trial, { RATE_LOGINS_PER_ACCOUNT_PER_DAY: '1000000' }, networkCounts.quick),
  },
}

function both(one: Finding, other: Finding): Finding {
  return {
    held: one.held && other.held,
    figure: `${one.figure}; ${other.figure}`,
    details: [one.details, other.details].filter((text) => text).join('\n'),
  }
}

async function run(trial: Trial, environment: Record<string, string>, networks: number): Promise<Finding> {
  const api = await givenInstance(trial, {
    TRUST_PROXY: '1',
    RATE_LOGINS_PER_MINUTE: '30',
    ...environment,
  })
  const { email, password } = await givenOwner(api.url)
  const logIn = (tried: string, headers: Record<string, string>) =>
    sendRequest(api.url, jsonRequest('POST', '/users/login', { email, password: tried }, headers))
  // The network and the browser that the owner usually uses.
  const browser = newGuest()
  const usual = { ...home, ...browser }
  await mustCall(200, `${api.url}/users/login`, { method: 'POST', body: { email, password }, headers: usual })

  let [compared, refused, ownerTries, ownerIn] = [0, 0, 0, 0]
  const odd: string[] = []
  const guess = async (network: number) => {
    const headers = { 'X-Forwarded-For': `10.${network >> 8}.${network & 255}.${trial.random.whole(1, 254)}` }
    const { status, text } = await logIn(`guess ${trial.random.next()}`, headers)
    if (status === 401) compared += 1
    else if (status === 429) refused += 1
    else odd.push(`A guess was answered ${status}: ${text}`)
  }
  const everyTry = Array.from({ length: networks }, (_, network) => network)
  const stubborn = Array.from({ length: triesOfOneNetwork }, () => 65_000)
  const logInAsOwner = async () => {
    ownerTries += 1
    const away = { 'X-Forwarded-For': `203.0.${ownerTries}.7`, ...browser }
    const { status, text } = await logIn(password, ownerTries % 2 === 0 ? away : home)
    if (status === 200) ownerIn += 1
    else odd.push(`The owner was answered ${status}: ${text}`)
  }
  // One person logs in once at a time, however fast the guesses are refused.
  let ownersTurn = Promise.resolve()
  await inParallel([...everyTry, ...stubborn], 8, async (network) => {
    await guess(network)
    if (network % 40 === 39) await (ownersTurn = ownersTurn.then(logInAsOwner))
  })
  return {
    held: compared <= 100 && odd.length === 0 && ownerIn === ownerTries && ownerTries > 1,
    figure:
      `${compared} of ${networks + triesOfOneNetwork} guesses from ${networks + 1} networks compared, ` +
      `${refused} refused; the owner got in ${ownerIn} of ${ownerTries} times`,
    details: odd.slice(0, 10).join('\n'),
  }
}

/** On a new browser in a new network, the draw is the only way after the day's attempts are used up. */
async function drawn(trial: Trial): Promise<Finding> {
  const database = await trial.givenDatabase()
  const api = await givenInstance(
    trial,
    {
      MONGODB_URI: database,
      TRUST_PROXY: '1',
      LOGIN_FAILURES_BEFORE_DELAY: '1000000',
      RATE_LOGINS_PER_ACCOUNT_PER_DAY: String(quickRounds),
    },
    'draw',
  )
  const { email, password } = await givenOwner(api.url)
  const logIn = async (tried: string, network: string) => {
    const body = { email, password: tried }
    const question = jsonRequest('POST', '/users/login', body, { 'X-Forwarded-For': network })
    return (await sendRequest(api.url, question)).status
  }
  await withDatabase(database, (db) =>
    db.collection('rateWindows').updateMany({ key: /^account:/ }, { $set: { points: quickRounds } }),
  )

  let [compared, isIn] = [0, false]
  const started = Date.now()
  const rounds = () => Math.ceil((Date.now() - started) / roundMs)
  while (!isIn && rounds() < mostRounds) {
    for (let rival = 1; rival <= rivals; rival += 1) {
      if ((await logIn(`guess ${trial.random.next()}`, `10.77.${rival}.9`)) === 401) compared += 1
    }
    isIn = (await logIn(password, '192.0.2.9')) === 200
    await pause(200)
  }
  return {
    held: isIn && compared <= rounds(),
    figure:
      `from a new browser in a new network, beside ${rivals} networks that asked all the time, ` +
      `${isIn ? 'they got in' : 'they did not get in'} after ${rounds()} rounds, with ${compared} guesses compared`,
  }
}
