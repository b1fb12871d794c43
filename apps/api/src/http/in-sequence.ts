import type { RequestListener } from 'node:http'
import type { ErrorRequestHandler, Express, RequestHandler } from 'express'

/** Passes requests through `steps` in order, as `app.use` does, but without matching a route or copying the address.
 *  It serves requests that are so frequent that Express's router costs more than their answers.
 *  @param app the app of these requests and responses, with its settings
 *  @param onError answers what a step throws, rejects with or passes to `next` */
export function inSequence(
  app: Express,
  steps: readonly RequestHandler[],
  onError: ErrorRequestHandler,
): RequestListener {
  return (rawRequest, rawResponse) => {
    // Express does the same with each request it gets.
    const req = Object.setPrototypeOf(rawRequest, app.request)
    const res = Object.setPrototypeOf(rawResponse, app.response)
    req.res = res
    res.req = req
    res.locals = {}
    let at = 0
    const next = (error?: unknown): void => {
      if (error !== undefined && error !== null) return void onError(error, req, res, next)
      const step = steps[at]
      at += 1
      try {
        const result: unknown = step?.(req, res, next)
        // A step of Express may be either.
        // oxlint-disable-next-line promise/no-promise-in-callback
        if (result instanceof Promise) result.catch(next)
      } catch (thrown) {
        next(thrown)
      }
    }
    next()
  }
}
