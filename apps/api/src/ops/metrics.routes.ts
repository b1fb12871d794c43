import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '@pinmark/shared/errors'
import { metricsPath } from '@pinmark/shared/paths'
import { bearerToken } from '../http/identify'
import { pageRoute, type Route } from '../http/route'
import type { Metrics } from './metrics'

/** `GET /metrics` for Prometheus, with the token of METRICS_TOKEN. Without that setting the address does not exist. */
export function metricsRoutes({ registry }: Metrics, token: string): Route[] {
  const expected = digest(token)

  return [
    pageRoute(metricsPath, async (req, res) => {
      if (!timingSafeEqual(digest(bearerToken(req) ?? ''), expected)) throw new AppError('sign_in_required')
      const text = await registry.metrics()
      res.setHeader('Cache-Control', 'no-store')
      res.setHeader('Content-Type', registry.contentType)
      res.send(text)
    }),
  ]
}

/** Hashes, because both sides must have the same length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
