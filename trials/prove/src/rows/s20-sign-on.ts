import { freePort } from '@pinmark/testbed/free-port'
import { tryForgedSignOns } from '@pinmark/testbed/forged-sign-on'
import { startIssuer } from '@pinmark/testbed/issuer'
import { givenInstance } from '../given-instance'
import type { Finding, Promised, Trial } from '../promise'
import { weakenedBy } from '../weakened'

const counts = { quick: 200, everyday: 10_000, long: 200_000 }

/** Answers of a real issuer are forged on their way, and its tokens too, most of them with its own key. */
export const signOn: Promised = {
  id: 'S20',
  promise: 'Single sign-on accepts only a fresh answer of its issuer, in the browser that asked for it',
  shownBy:
    'A person logs in at a real issuer, and the answer is forged: nonce, audience, issuer, expiry, subject, algorithm, key, ' +
    'state, code and attempt, changed, left out, used before or taken from another browser.',
  target: '0 accepted',
  isQuick: true,
  try: (trial) => run(trial, counts[trial.size], []),
  control: {
    without: 'with every signature taken as right',
    try: (trial) => run(trial, counts.quick, weakenedBy('trust-any-signature')),
  },
}

async function run(trial: Trial, count: number, nodeOptions: string[]): Promise<Finding> {
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const issuer = await startIssuer({ publicUrl })
  trial.afterwards(issuer.stop)
  const { issuer: OIDC_ISSUER, clientId, clientSecret } = issuer.settings
  const settings = {
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  }
  const { url } = await givenInstance(trial, settings, 'instance', nodeOptions)
  const { accepted, odd, kinds, unsent, isHonestAccepted } = await tryForgedSignOns({
    ...{ url, issuer, count },
    random: trial.random,
  })
  return {
    held: accepted.length + odd.length + unsent === 0 && isHonestAccepted,
    figure: `${accepted.length} of ${count} forged answers accepted, ${kinds} kinds of forgery`,
    details: [...accepted, ...odd].slice(0, 20).join('\n'),
  }
}
