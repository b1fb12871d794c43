import type { RequestHandler } from 'express'
import { followProject } from '@pinmark/shared/api/live'
import { errorCodeHeader } from '@pinmark/shared/paths'
import type { Metrics } from './metrics'

/** Times every answer under the template of its address, and counts refusals by their code. */
export function measureRequests({ requestSeconds, refusals }: Metrics): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now()
    res.once('close', () => {
      const code = res.getHeader(errorCodeHeader)
      if (typeof code === 'string') refusals.inc({ code })
      // An event stream lasts as long as its page is open.
      if (req.endpoint === followProject && res.statusCode === 200) return
      const status = res.writableFinished ? String(res.statusCode) : 'aborted'
      const route = req.routePattern ?? 'none'
      requestSeconds.observe({ method: req.method, route, status }, (performance.now() - startedAt) / 1_000)
    })
    next()
  }
}
