import { givenOwner, mustCall } from '@pinmark/testbed/client'
import { newGuest } from '../calls/test-project'
import { sendRequest, jsonRequest } from '../http-request'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'

const networkCounts = { quick: 130, everyday: 400, long: 20_000 }
const triesOfOneNetwork = 30
const home = { 'X-Forwarded-For': '198.51.100.7' }

/** Many networks with a few attempts each guess the password of one account, and one of them continues without
 *  end. With 401, an attempt was compared with the password's hash; with 429 it was not. */
export const guessing: Promised = {
  id: 'S7',
  promise:
    'At most 100 guesses a day at a password are compared, and no guessing keeps an account out of a network or a ' +
    'browser it has logged in from',
  shownBy:
    'Many networks guess the password of one account, and one of them never stops. Meanwhile its owner ' +
    'logs in from the usual network, and from elsewhere with the usual browser.',
  target: 'at most 100 a day compared; the owner gets in each time',
  isQuick: false,
  try: (trial) => run(trial, '1', networkCounts[trial.size]),
  control: {
    without: 'with limits that are ten times as high',
    try: (trial) => run(trial, '10', networkCounts.quick),
  },
}

async function run(trial: Trial, factor: string, networks: number): Promise<Finding> {
  const api = await givenInstance(trial, { TRUST_PROXY: '1', RATE_LIMIT_FACTOR: factor })
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
