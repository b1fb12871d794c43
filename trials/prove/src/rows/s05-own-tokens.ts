import { randomBytes } from 'node:crypto'
import { givenOwner, givenProject, mustCall, type Owner } from '@pinmark/testbed/client'
import { drawNoise } from '@pinmark/testbed/test-image'
import { claimsOf, forgeToken } from '../calls/forged-tokens'
import { liveAfterLogout } from '../calls/live-after-logout'
import { bearer } from '../calls/test-project'
import { isReadToTheEnd } from '../calls/slow-reading'
import { sendRequest } from '../http-request'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'
import { TamperingProxy } from '../tampering-proxy'

const counts = { quick: 300, everyday: 10_000, long: 1_000_000 }

/** Forged tokens name another account. Many of them are made with the server's own secret. Then the claims or the
 *  header differ from those of a real token. */
export const ownTokens: Promised = {
  id: 'S5',
  promise:
    'Only tokens that the server has issued, and that have not expired, are accepted; a logout ends the live pages and downloads of its login',
  shownBy:
    'Tokens are forged: no algorithm, other algorithms, key tricks, flipped bits, weak secrets, changed ' +
    'claims. One login has live pages in two processes and is logged out through one of them. Another one ' +
    'is logged out while its account is downloaded.',
  target: '0 accepted; 2 of 2 live pages ended, and received nothing more; the download broken off',
  isQuick: true,
  try: (trial) => run(trial, counts[trial.size], (url) => Promise.resolve(url)),
  control: {
    without: 'with a gateway that accepts a token without checking its signature',
    try: (trial) => run(trial, counts.quick, behindCredulousGateway(trial)),
  },
}

async function run(
  trial: Trial,
  count: number,
  entrance: (url: string, port: number, owner: Owner) => Promise<string>,
): Promise<Finding> {
  const secret = randomBytes(32).toString('base64url')
  const api = await givenInstance(trial, { JWT_SECRET: secret })
  const owner = await givenOwner(api.url)
  const url = await entrance(api.url, api.port, owner)
  const statusWith = async (token: string) =>
    (await sendRequest(url, { method: 'GET', path: '/users/me', headers: bearer({ token }) })).status

  const isGoodBefore = (await statusWith(owner.token)) === 200
  const accepted: string[] = []
  const others: string[] = []
  const perTrick = new Set<string>()
  await inParallel(Array.from({ length: count }), 16, async () => {
    const { trick, token } = forgeToken({ good: owner.token, secret, random: trial.random })
    if (token === owner.token) return
    perTrick.add(trick)
    const status = await statusWith(token)
    if (status === 200) accepted.push(`${trick}: ${token}`)
    else if (status !== 401) others.push(`${trick}, answered ${status}: ${token}`)
  })
  const isGoodAfterwards = (await statusWith(owner.token)) === 200
  const live = await liveAfterLogout(trial)
  const isDownloaded = await downloadAcrossLogout(trial, api.url)
  return {
    held:
      accepted.length + others.length + live.told === 0 &&
      live.ended === 2 &&
      !isDownloaded &&
      isGoodBefore &&
      isGoodAfterwards &&
      perTrick.size > 10,
    figure:
      `${accepted.length} of ${count} forged tokens accepted, ${perTrick.size} kinds of forgery; ` +
      `after a logout ${live.ended} of 2 live pages ended, ${live.told} told the next link, and the download of the account ${isDownloaded ? 'went on' : 'broke off'}`,
    details: [...accepted, ...others].slice(0, 20).join('\n'),
  }
}

/** @returns whether a slow reader gets the whole account, although the login ends meanwhile */
async function downloadAcrossLogout(trial: Trial, url: string): Promise<boolean> {
  const owner = await givenOwner(url)
  const image = await drawNoise(trial.random, 1_800)
  for (let count = 0; count < 2; count += 1) await givenProject(url, owner, { image })
  const logOut = () => mustCall(204, `${url}/users/logout`, { method: 'POST', token: owner.token })
  return isReadToTheEnd(`${url}/users/export`, bearer(owner), logOut)
}

function behindCredulousGateway(trial: Trial) {
  return async (_url: string, port: number, owner: Owner): Promise<string> => {
    const { sub } = claimsOf(owner.token)
    const proxy = await TamperingProxy.to(trial, port, {
      onRequest: ({ headers }) => {
        const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
        if (claimsOf(token)['sub'] === sub) headers.authorization = `Bearer ${owner.token}`
      },
    })
    return proxy.url
  }
}
