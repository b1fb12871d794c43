import { checkHealth, checkReady } from '@pinmark/shared/api/service'
import { AppError } from '@pinmark/shared/errors'
import { jsonRoute, type Route } from '../http/route'
import type { Words } from '../http/words'
import { isDatabaseThere } from '../mongo/database-health'
import { pinmarkVersion } from '../version'

export const healthWords = {
  checkHealth: {
    topic: 'Service',
    summary: 'Check that the server is alive',
    answer: 'The server is alive.',
    errors: [],
  },
  checkReady: {
    topic: 'Service',
    summary: 'Check that the server can serve requests',
    answer: 'The server can serve requests.',
    errors: ['not_ready', 'database_unavailable'],
  },
} satisfies Record<string, Words>

/** `/healthz`: the process lives. `/readyz`: it can serve requests, so a proxy may send visitors to it. */
export function healthRoutes(isReady: () => boolean): Route[] {
  return [
    jsonRoute(checkHealth, () => ({ status: 'ok', version: pinmarkVersion })),
    jsonRoute(checkReady, async () => {
      if (!isReady()) throw new AppError('not_ready', { retryAfterSeconds: 1 })
      if (!(await isDatabaseThere())) throw new AppError('database_unavailable', { retryAfterSeconds: 1 })
      return { status: 'ready', version: pinmarkVersion }
    }),
  ]
}
