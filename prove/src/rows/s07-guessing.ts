import { givenOwner, mustCall } from '@pinmark/testbed/client'
import { exchange, jsonQuestion } from '../exchange'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'

const networkCounts = { quick: 130, everyday: 400, long: 20_000 }
const triesOfOneNetwork = 30
const home = { 'X-Forwarded-For': '198.51.100.7' }

/** Many networks, each with a few tries, guess at one account; one of them does not stop. Answered with 401, a try has
 *  been compared with the password's hash; with 429 it has not. */
export const guessing: Promised = {
  id: 'S7',
  promise: 'Passwords cannot be guessed at will, and no guessing locks anybody out',
  shownBy:
    'many networks try passwords of one account, and one of them without end; meanwhile its owner logs in',
  target: 'at most 100 a day compared, the owner gets in each time',
  isQuick: false,
  try: (trial) => run(trial, {}, networkCounts[trial.size]),
  control: {
    without: 'with the account’s daily cap off',
    try: (trial) => run(trial, { RATE_LOGINS_PER_ACCOUNT_PER_DAY: '1000000' }, networkCounts.quick),
  },
}

async function run(trial: Trial, environment: Record<string, string>, networks: number): Promise<Finding> {
  const api = await givenInstance(trial, {
    TRUST_PROXY: '1',
    RATE_LOGINS_PER_MINUTE: '30',
    ...environment,
  })
  const { email, password } = await givenOwner(api.url)
  const logIn = (tried: string, headers: Record<string, string>) =>
    exchange(api.url, jsonQuestion('POST', '/users/login', { email, password: tried }, headers))
  // The network he usually comes from.
  await mustCall(200, `${api.url}/users/login`, { method: 'POST', body: { email, password }, headers: home })

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
    const { status, text } = await logIn(password, home)
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
