import * as tokensApi from '@pinmark/shared/api/tokens'
import { passwordErrors } from './change-account'
import type { LoginThrottle } from './login-throttle'
import type { Config } from '../config'
import { jsonRoute, type Route, type Words } from '../http/route'
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens.service'

export function apiTokensRoutes(config: Config, throttle: LoginThrottle): Route[] {
  return [
    jsonRoute(tokensApi.listApiTokens, ({ actor }) => listApiTokens(actor)),
    jsonRoute(tokensApi.createApiToken, ({ actor, body }) => createApiToken(config, throttle, actor, body)),
    jsonRoute(tokensApi.revokeApiToken, ({ actor, params }) => revokeApiToken(actor, params.tokenId)),
  ]
}

export const apiTokensWords = {
  listApiTokens: {
    summary: 'List my API tokens',
    description: 'Without the tokens themselves: only their hashes are stored.',
    answer: 'The tokens, newest first.',
    errors: [],
  },
  createApiToken: {
    summary: 'Create an API token',
    description:
      'For scripts. Send it as Authorization: Bearer, like a login. read reads, comment also writes and resolves comments, ' +
      'manage does everything else. projects binds it to projects: it reaches nothing else of the account. A token that writes needs the password of the account, or a recent login of an account without one. No token changes the password, ' +
      'ends logins, deletes the account or handles tokens.',
    answer: 'The token. Only this answer contains it.',
    errors: [
      'name_required',
      'token_name_too_long',
      'name_has_hidden_characters',
      'token_scope_unknown',
      'token_projects_not_valid',
      'project_not_found',
      'date_not_valid',
      'token_end_past',
      'token_limit_reached',
      ...passwordErrors,
    ],
  },
  revokeApiToken: {
    summary: 'Revoke an API token',
    description: 'It ends at once, and with it the live streams that use it.',
    answer: 'The token is no longer valid.',
    errors: ['token_not_found'],
  },
} satisfies Record<string, Words>
