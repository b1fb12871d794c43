import * as sessionApi from '@pinmark/shared/api/session'
import * as usersApi from '@pinmark/shared/api/users'
import { exportAccount } from '@pinmark/shared/api/users'
import { AppError } from '@pinmark/shared/errors'
import type { ErrorCode } from '@pinmark/shared/messages'
import type { RequestHandler } from 'express'
import { passwordErrors } from './change-account'
import type { LoginThrottle } from './login-throttle'
import type { Config } from '../config'
import { sessionToken, languageOf } from '../http/identify'
import { countMails, counting, limitsOf } from '../http/limits/rate-limits'
import { jsonRoute, type Route, type Words, rawRoute } from '../http/route'
import { changeUser, forgetPassword, readMe, register, resetPassword } from './accounts.service'
import { changePassword, deleteAccount, logIn, logOut, logOutEverywhere } from './sessions.service'
import { sendZip } from '../http/send/send-zip'
import { exportData } from './account-export.service'

export function usersRoutes(config: Config, throttle: LoginThrottle): Route[] {
  const isMailedTooOften = countMails(config, 'reset')
  const countRegistration = counting(config, 'registration')
  const limit = limitsOf(config)
  const withPasswords: RequestHandler = (_req, _res, next) => {
    if (config.signOn?.isOnly) throw new AppError('sign_on_only')
    next()
  }

  return [
    jsonRoute(
      usersApi.register,
      async ({ actor, body }, req) => {
        await countRegistration(actor.network)
        return { user: await register(config, actor, { ...body, language: languageOf(req) }) }
      },
      withPasswords,
    ),
    jsonRoute(
      usersApi.logIn,
      ({ actor, body }) => logIn(config, throttle, actor, body),
      withPasswords,
      limit('login'),
    ),
    jsonRoute(sessionApi.logOut, ({ actor }, req) => logOut(config, actor, sessionToken(req))),
    jsonRoute(usersApi.logOutEverywhere, ({ actor, body }) => logOutEverywhere(actor, body)),
    jsonRoute(usersApi.readMe, ({ actor }) => readMe(actor)),
    jsonRoute(usersApi.changeUser, ({ actor, body }) => changeUser(actor, body), limit('rename')),
    jsonRoute(
      usersApi.changePassword,
      ({ actor, body }) => changePassword(config, throttle, actor, body),
      withPasswords,
    ),
    jsonRoute(
      usersApi.forgetPassword,
      ({ body }, req) => forgetPassword(config, isMailedTooOften, { ...body, language: languageOf(req) }),
      withPasswords,
      limit('login'),
    ),
    jsonRoute(
      usersApi.resetPassword,
      ({ actor, body }) => resetPassword(config, throttle, actor, body),
      withPasswords,
      limit('login'),
    ),
    jsonRoute(usersApi.deleteAccount, ({ actor, body }) => deleteAccount(config, throttle, actor, body)),
  ]
}

const newPassword: ErrorCode[] = [
  'password_required',
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'password_has_own_words',
]

export const usersWords = {
  register: {
    summary: 'Create an account',
    description:
      'Does not log in. Where registration is not open, the first account can be created, and further ones with an invitation if they are by invitation.',
    answer: 'The account.',
    errors: [
      'user_name_required',
      'user_name_too_long',
      'name_has_hidden_characters',
      'email_required',
      'email_not_valid',
      ...newPassword,
      'registration_closed',
      'invitation_needed',
      'invitation_over',
      'email_taken',
      'sign_on_only',
      'too_many_registrations',
      'server_busy',
    ],
  },
  logIn: {
    summary: 'Log in',
    description: 'Every failed attempt gets the same answer, which does not tell whether the account exists.',
    answer: 'A token for the header Authorization: Bearer.',
    errors: ['wrong_login', 'sign_on_only', 'too_many_logins', 'server_busy'],
  },
  logOut: {
    summary: 'Log out',
    description: 'Ends this login. Other logins of the account stay.',
    answer: 'The token is no longer valid.',
    errors: [],
  },
  logOutEverywhere: {
    summary: 'Log out everywhere',
    description:
      'Ends every login of the account, this one included, and its live streams. Its API tokens are revoked and its ' +
      'webhooks removed, unless keepTokensAndWebhooks is true.',
    answer: 'No login of the account is valid any more.',
    errors: ['setting_not_valid'],
  },
  readMe: {
    summary: 'Show my account and its use of the limits',
    answer: 'The account.',
    errors: [],
  },
  changeUser: {
    summary: 'Change my name or my language',
    description:
      'Comments keep the name they were written under. The language, such as de or pt-BR, is that of the mails; one that ' +
      'Pinmark does not have counts as English.',
    answer: 'The account.',
    errors: [
      'user_name_required',
      'user_name_too_long',
      'name_has_hidden_characters',
      'setting_not_valid',
      'no_change_to_account',
      'too_many_renames',
    ],
  },
  changePassword: {
    summary: 'Change my password',
    description:
      'Ends every login of the account and starts a new one. Its API tokens are revoked and its webhooks removed, unless ' +
      'keepTokensAndWebhooks is true.',
    answer: 'The new login.',
    errors: [
      ...newPassword,
      'setting_not_valid',
      'wrong_current_password',
      'sign_on_only',
      'too_many_logins',
      'server_busy',
    ],
  },
  forgetPassword: {
    summary: 'Request a link for a new password',
    description:
      'The answer is the same whether or not the account exists. The link is sent by mail, and works once within 30 ' +
      'minutes. An address gets at most one mail in two minutes, and one in 30 minutes after ten requests in a day.',
    answer: 'A mail is sent if the account exists.',
    errors: ['email_required', 'email_not_valid', 'mail_not_set_up', 'sign_on_only', 'too_many_logins'],
  },
  resetPassword: {
    summary: 'Set a new password with the link in a mail',
    description: 'Every login, API token and webhook of the account ends.',
    answer: 'The password is set.',
    errors: [...newPassword, 'reset_link_over', 'sign_on_only', 'too_many_logins', 'server_busy'],
  },
  deleteAccount: {
    summary: 'Delete my account',
    description:
      'Needs the password, or a recent login of an account without one. At once every login ends, nobody can open its projects, and the e-mail address is free. Minutes ' +
      'later nothing of the account is stored any more. Its comments in projects of others stay under the name “Former ' +
      'user”. This cannot be undone.',
    answer: 'The account is deleted.',
    errors: passwordErrors,
  },
} satisfies Record<string, Words>

export const accountExportWords = {
  exportAccount: {
    summary: 'Download all data of my account',
    description:
      'A ZIP archive, created while it is sent: the account, its projects with every comment and the originals of their ' +
      'images, and its comments elsewhere. Its README.txt explains it. An archive that breaks off has no end, and ' +
      'the connection is cut.',
    answer: 'The archive.',
    errors: ['too_many_exports'],
  },
} satisfies Record<string, Words>

export function accountExportRoutes(config: Config): Route[] {
  const limit = limitsOf(config)('export')
  const limitDownloads: RequestHandler = (req, res, next) =>
    req.method === 'HEAD' ? next() : limit(req, res, next)
  return [
    rawRoute(
      exportAccount,
      async ({ actor }, req, res) => {
        const { fileName, entries } = await exportData(config, actor)
        await sendZip(req, res, fileName, entries)
      },
      limitDownloads,
    ),
  ]
}
