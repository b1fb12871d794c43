import * as sharingApi from '@pinmark/shared/api/sharing'
import { LinkTokens } from '../base/seal'
import { LoginThrottle } from '../accounts/login-throttle'
import type { Config } from '../config'
import { counting, limitsOf } from '../http/limits/rate-limits'
import { jsonRoute, type Route, type Words } from '../http/route'
import { changeSettings, makeNewLink, unlockLink } from './sharing.service'

export function sharingRoutes(config: Config): Route[] {
  const throttle = new LoginThrottle(config, 'too_many_unlocks')
  const limit = limitsOf(config)
  const changing = { config, countPassword: counting(config, 'linkPassword') }
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

export const sharingWords = {
  changeSettings: {
    summary: 'Change what the link allows',
    description:
      'Sets the permission (view, comment or manage), closes the link for everyone but the owner, sets a password for ' +
      'guests, or sets an end and whether the link is then view only or closed. After a new password guests have to show ' +
      'it again.',
    answer: 'The link as it is now.',
    errors: [
      'no_change_to_settings',
      'link_permission_unknown',
      'setting_not_valid',
      'link_password_too_short',
      'password_too_long',
      'link_end_not_valid',
      'link_end_past',
      'not_allowed',
      'project_not_found',
      'too_many_changes',
      'too_many_link_passwords',
    ],
  },
  makeNewLink: {
    summary: 'Create a new link',
    description: 'The old link ends at once for everyone but the owner.',
    answer: 'The link as it is now.',
    errors: ['not_allowed', 'project_not_found', 'too_many_changes'],
  },
  unlockLink: {
    summary: 'Enter the password of a link',
    description:
      'Returns a token for the header X-Link-Token. It is valid until the password changes or the link is closed or replaced. ' +
      'The owner needs none.',
    answer: 'The token; null if the link no longer has a password.',
    errors: ['wrong_link_password', 'too_many_unlocks', 'project_not_found', 'link_ended'],
  },
} satisfies Record<string, Words>
