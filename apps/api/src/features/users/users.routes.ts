import * as sessionApi from '@pinmark/shared/api/session'
import * as usersApi from '@pinmark/shared/api/users'
import type { LoginThrottle } from '../../access/login-throttle'
import type { Config } from '../../config'
import { sessionToken } from '../../http/identify'
import { countRegistrations, limitsOf } from '../../http/limits/rate-limits'
import { jsonRoute, type Route } from '../../http/route'
import { countResets, forgetPassword, resetPassword } from './forgotten-password.service'
import { readMe, register, renameUser } from './accounts.service'
import { changePassword, deleteAccount, logIn, logOut, logOutEverywhere } from './sessions.service'

export function usersRoutes(config: Config, throttle: LoginThrottle): Route[] {
  const perAddress = countResets(config)
  const countRegistration = countRegistrations(config)
  const limit = limitsOf(config)

  return [
    jsonRoute(usersApi.register, async ({ actor, body }) => {
      await countRegistration(actor)
      return { user: await register(config, actor, body) }
    }),
    jsonRoute(usersApi.logIn, ({ actor, body }) => logIn(config, throttle, actor, body), limit('login')),
    jsonRoute(sessionApi.logOut, ({ actor }, req) => logOut(config, actor, sessionToken(req))),
    jsonRoute(usersApi.logOutEverywhere, ({ actor, body }) => logOutEverywhere(actor, body)),
    jsonRoute(usersApi.readMe, ({ actor }) => readMe(actor)),
    jsonRoute(usersApi.renameUser, ({ actor, body }) => renameUser(actor, body), limit('rename')),
    jsonRoute(usersApi.changePassword, ({ actor, body }) => changePassword(config, throttle, actor, body)),
    jsonRoute(
      usersApi.forgetPassword,
      ({ body }) => forgetPassword(config, perAddress, body.email),
      limit('login'),
    ),
    jsonRoute(
      usersApi.resetPassword,
      ({ actor, body }) => resetPassword(config, throttle, actor, body),
      limit('login'),
    ),
    jsonRoute(usersApi.deleteAccount, ({ actor, body }) => deleteAccount(config, throttle, actor, body)),
  ]
}
