import * as signOnApi from '@pinmark/shared/api/sign-on'
import { AppError } from '@pinmark/shared/errors'
import { languageOf } from '../../http/identify'
import { counting, limitsOf } from '../../http/limits/rate-limits'
import { jsonRoute, type Route, type Words } from '../../http/route'
import type { Log } from '../../base/log'
import type { Config } from '../../config'
import { Issuer } from './issuer'
import { completeSignOn } from './sign-on.service'

export function signOnRoutes(config: Config, log: Log): Route[] {
  const issuer = config.signOn && new Issuer(config.signOn, config, log)
  const countRegistration = counting(config, 'registration')
  const limit = limitsOf(config)
  const requireIssuer = () => {
    if (!issuer) throw new AppError('sign_on_not_set_up')
    return issuer
  }
  return [
    jsonRoute(signOnApi.beginSignOn, () => requireIssuer().begin(), limit('login')),
    jsonRoute(
      signOnApi.completeSignOn,
      ({ actor, body }, req) =>
        completeSignOn(config, requireIssuer(), { ...body, language: languageOf(req) }, () =>
          countRegistration(actor.network),
        ),
      limit('login'),
    ),
  ]
}

export const signOnWords = {
  beginSignOn: {
    summary: 'Begin to log in by single sign-on',
    description: 'For the web app: a browser goes to the address, logs in there, and comes back to /sign-on.',
    answer: 'The address, and the attempt that the browser keeps meanwhile.',
    errors: ['sign_on_not_set_up', 'sign_on_unavailable', 'too_many_logins'],
  },
  completeSignOn: {
    summary: 'Log in by single sign-on',
    description:
      'Logs in to the account that is linked to this person at the issuer. At the first time it links the account with their ' +
      'e-mail address, if the issuer has verified it, and otherwise creates one. Linking ends the password, every login, ' +
      'API token and webhook of the account.',
    answer: 'A token for the header Authorization: Bearer.',
    errors: [
      'sign_on_not_set_up',
      'sign_on_failed',
      'sign_on_unavailable',
      'sign_on_without_email',
      'sign_on_email_taken',
      'registration_closed',
      'invitation_needed',
      'invitation_over',
      'too_many_registrations',
      'too_many_logins',
    ],
  },
} satisfies Record<string, Words>
