import { createHmac } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { pinoHttp } from 'pino-http'
import { checkHealth, checkReady } from '@pinmark/shared/api/service'
import { newPublicId } from '../base/public-id'
import type { Log } from '../platform/log'
import { requestIdHeader } from './header-names'

/** One line a request: which address template, who (as a hash), what came of it, how long it took. Bodies, tokens,
 *  e-mail addresses and raw link ids never get here. `key` keeps the hashes from being guessed back. */
export function logRequests(log: Log, key: string): RequestHandler {
  const hash = (kind: string, value: string) =>
    createHmac('sha256', key).update(`${kind}:${value}`).digest('base64url').slice(0, 12)

  const describe = (req: Request) => ({
    method: req.method,
    route: req.routePattern ?? 'none',
    network: hash('network', req.network),
    ...(req.actor?.user && { user: hash('user', req.actor.user.publicId) }),
    ...(typeof req.params?.['projectId'] === 'string' && { link: hash('link', req.params['projectId']) }),
  })
  const line = (req: Request, res: Response, timed: { ms: number }) => ({
    ...describe(req),
    // The visitor went away before the answer was whole; 499 is what proxies write for that.
    status: res.writableFinished ? res.statusCode : 499,
    ms: timed.ms,
  })
  const logger = pinoHttp<Request, Response>({
    logger: log,
    genReqId: (req) => req.requestId,
    serializers: { req: () => undefined, res: () => undefined },
    quietReqLogger: true,
    quietResLogger: true,
    customAttributeKeys: { reqId: 'id', responseTime: 'ms' },
    customLogLevel: (req, res) => {
      // Health checks come every few seconds.
      if (req.endpoint === checkReady || req.endpoint === checkHealth) return 'debug'
      return res.statusCode >= 500 ? 'warn' : 'info'
    },
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
    customSuccessObject: line,
    customErrorObject: (req, res, _error, timed: { ms: number }) => line(req, res, timed),
  })
  return (req, res, next) => {
    req.requestId = newPublicId()
    logger(req, res)
    res.setHeader(requestIdHeader, req.requestId)
    next()
  }
}
