import * as sharingApi from '@pinmark/shared/api/sharing'
import { LinkTokens } from '../../access/link-tokens'
import { LoginThrottle } from '../../access/login-throttle'
import type { Config } from '../../config'
import { countLinkPasswords, limitsOf } from '../../http/limits/rate-limits'
import { jsonRoute, type Route } from '../../http/route'
import { changeSettings, makeNewLink } from './sharing.service'
import { unlockLink } from './unlock.service'

export function sharingRoutes(config: Config): Route[] {
  const throttle = new LoginThrottle(config, 'too_many_unlocks')
  const limit = limitsOf(config)
  const changing = { config, countPassword: countLinkPasswords(config) }
  const unlocking = { config, throttle, linkTokens: new LinkTokens(config) }

  return [
    jsonRoute(
      sharingApi.changeSettings,
      ({ actor, params, body }) => changeSettings(changing, actor, params.projectId, body),
      limit('setting'),
    ),
    jsonRoute(
      sharingApi.makeNewLink,
      ({ actor, params }) => makeNewLink(actor, params.projectId),
      limit('setting'),
    ),
    jsonRoute(
      sharingApi.unlockLink,
      async ({ actor, params, body }) => ({
        token: await unlockLink(unlocking, actor, params.projectId, body.password),
      }),
      limit('unlock'),
    ),
  ]
}
