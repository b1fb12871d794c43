import { Router } from 'express'
import { apiRoutes } from '@pinmark/shared/paths'
import { AppError } from '@pinmark/shared/errors'
import { isDatabaseThere } from '../../platform/database-pulse'

/** `/healthz`: the process lives. `/readyz`: it can do its work, so a proxy may send it visitors. */
export function healthRoutes(isReady: () => boolean): Router {
  const router = Router()

  router.get(apiRoutes.health, (_req, res) => {
    res.json({ status: 'ok' })
  })

  router.get(apiRoutes.ready, async (_req, res) => {
    if (!isReady()) throw new AppError('not_ready', { retryAfterSeconds: 1 })
    if (!(await isDatabaseThere())) throw new AppError('database_unavailable', { retryAfterSeconds: 1 })
    res.json({ status: 'ready' })
  })

  return router
}
