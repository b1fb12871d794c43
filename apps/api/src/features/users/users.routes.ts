import { Router } from 'express'
import {
  changePasswordSchema,
  changeUserSchema,
  deleteAccountSchema,
  loginSchema,
  registerSchema,
} from '@pinmark/shared/entities/user'
import { apiRoutes } from '@pinmark/shared/paths'
import { requireUser } from '../../access/actor'
import { LoginThrottle } from '../../access/login-throttle'
import type { Config } from '../../config'
import { bearerToken } from '../../http/identify'
import { parse } from '../../http/parse'
import { limitLogins, limitRegistrations } from '../../http/rate-limits'
import { readMe, register, renameUser } from './accounts.service'
import { changePassword, deleteAccount, logIn, logOut, logOutEverywhere } from './sessions.service'

export function usersRoutes(config: Config): Router {
  const throttle = new LoginThrottle(config)
  const router = Router()

  router.post(apiRoutes.register, limitRegistrations(config), async (req, res) => {
    const user = await register(config, parse(registerSchema, req.body))
    res.status(201).json({ user })
  })

  router.post(apiRoutes.login, limitLogins(config), async (req, res) => {
    res.json(await logIn(config, throttle, req.actor, parse(loginSchema, req.body)))
  })

  router.post(apiRoutes.logout, async (req, res) => {
    await logOut(config, req.actor, bearerToken(req))
    res.status(204).end()
  })

  router.post(apiRoutes.logoutEverywhere, async (req, res) => {
    await logOutEverywhere(req.actor)
    res.status(204).end()
  })

  router.get(apiRoutes.me, async (req, res) => {
    res.json(await readMe(req.actor))
  })

  router.patch(apiRoutes.me, async (req, res) => {
    requireUser(req.actor)
    res.json(await renameUser(req.actor, parse(changeUserSchema, req.body)))
  })

  router.put(apiRoutes.password, async (req, res) => {
    requireUser(req.actor)
    res.json(await changePassword(config, throttle, req.actor, parse(changePasswordSchema, req.body)))
  })

  router.post(apiRoutes.accountDeletion, async (req, res) => {
    requireUser(req.actor)
    await deleteAccount(config, throttle, req.actor, parse(deleteAccountSchema, req.body))
    res.status(204).end()
  })

  return router
}
