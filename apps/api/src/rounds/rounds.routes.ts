import * as roundsApi from '@pinmark/shared/api/rounds'
import { limits } from '@pinmark/shared/limits'
import type { Config } from '../config'
import { countBrowsers, limitsOf } from '../http/limits/rate-limits'
import { jsonRoute, type Route, type Words } from '../http/route'
import { changeRound, giveVerdict, withdrawVerdict } from './rounds.service'

export function roundsRoutes(config: Config): Route[] {
  const limit = limitsOf(config)
  const countFirst = countBrowsers('first-verdicts', limits.verdictsPerRound / 4)
  return [
    jsonRoute(
      roundsApi.changeRound,
      ({ actor, params, body }) => changeRound(actor, params.projectId, body),
      limit('change'),
    ),
    jsonRoute(
      roundsApi.giveVerdict,
      ({ actor, params, body }) => giveVerdict(actor, params.projectId, body, countFirst),
      limit('change', 'comment', 'commentOfDay'),
    ),
    jsonRoute(
      roundsApi.withdrawVerdict,
      ({ actor, params }) => withdrawVerdict(actor, params.projectId),
      limit('change'),
    ),
  ]
}

export const roundsWords = {
  changeRound: {
    summary: 'Close or reopen the present round',
    description:
      'While a round is closed, everyone but the owner can view and read, but not comment. The next version opens the ' +
      'next round.',
    answer: 'The round.',
    errors: [
      'setting_not_valid',
      'note_not_valid',
      'note_too_long',
      'text_has_control_characters',
      'round_not_valid',
      'round_is_over',
      'not_allowed',
      'project_not_found',
      'too_many_changes',
    ],
  },
  giveVerdict: {
    summary: 'Give a verdict on the present round',
    description:
      'One verdict for each account, or for each browser by its guest secret; the last one counts. The owner sees all of ' +
      'them, everyone else sees their own. The browsers of one network may give a quarter of the verdicts of a round in ' +
      'a day.',
    answer: 'The round.',
    errors: [
      'verdict_not_valid',
      'note_not_valid',
      'note_too_long',
      'text_has_control_characters',
      'commenter_required',
      'commenter_too_long',
      'commenter_is_owner',
      'commenter_claims_role',
      'name_has_hidden_characters',
      'guest_secret_required',
      'round_not_valid',
      'round_is_over',
      'round_closed',
      'view_only',
      'session_ended',
      'project_not_found',
      'verdict_limit_reached',
      'too_many_browsers',
      'too_many_comments',
      'too_many_changes',
    ],
  },
  withdrawVerdict: {
    summary: 'Withdraw your verdict',
    answer: 'The round.',
    errors: [
      'guest_secret_required',
      'round_closed',
      'view_only',
      'session_ended',
      'project_not_found',
      'too_many_changes',
    ],
  },
} satisfies Record<string, Words>
