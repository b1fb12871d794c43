import { createHash, timingSafeEqual } from 'node:crypto'
import { checkHealth, checkReady, readInstance } from '@pinmark/shared/api/service'
import type { Instance } from '@pinmark/shared/entities/instance'
import { AppError } from '@pinmark/shared/errors'
import { metricsPath } from '@pinmark/shared/paths'
import type { Config } from '../config'
import { bearerToken } from '../http/identify'
import { jsonRoute, pageRoute, type Route, type Words } from '../http/route'
import { isDatabaseThere } from '../mongo/database'
import type { Metrics } from './metrics'
import { pinmarkVersion } from '../version'

export const healthWords = {
  checkHealth: {
    summary: 'Check that the server is alive',
    answer: 'The server is alive.',
    errors: [],
  },
  checkReady: {
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

export const instanceWords = {
  readInstance: {
    summary: 'Show the public settings of this installation',
    answer: 'Limits and settings.',
    errors: [],
  },
} satisfies Record<string, Words>

/** The public settings of this installation, for `/plans` and for forms. */
export function instanceRoutes(
  config: Config,
  registrationNow: () => Promise<Instance['registration']>,
): Route[] {
  const { defaultLinkPermission, publicUrl, mail, limits } = config
  const lasting = {
    version: pinmarkVersion,
    defaultLinkPermission,
    publicUrl,
    mail: mail !== null,
    maxUploadMb: limits.maxUploadMb,
    maxProjects: limits.maxProjects,
    maxStorageGb: limits.maxStorageGb,
    maxCommentsPerProject: limits.maxCommentsPerProject,
  }
  return [jsonRoute(readInstance, async () => ({ registration: await registrationNow(), ...lasting }))]
}
