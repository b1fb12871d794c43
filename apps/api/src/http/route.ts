import { type Request, type RequestHandler, type Response, Router } from 'express'
import * as z from 'zod/mini'
import type { AnswerOf, Endpoint, ParsedOf } from '@pinmark/shared/api/endpoint'
import { parameterNames, pathParameters, requestHeaders } from '@pinmark/shared/api/parameters'
import { AppError } from '@pinmark/shared/errors'
import { type ErrorCode, isErrorCode } from '@pinmark/shared/messages'
import { type Actor, requireUser } from '../core/actor'
import { checkScope } from '../core/permit'
import { sendJson } from './send/send'
import type { Config } from '../config'

/** The handlers of one method of one address. */
export interface Route {
  readonly method: Endpoint['method']
  readonly path: string
  /** Null for pages and other addresses outside the API. */
  readonly endpoint: Endpoint | null
  readonly handlers: readonly RequestHandler[]
}

type Asked<E extends Endpoint> = ParsedOf<E> & { readonly actor: Actor }

/** The route of an endpoint whose handler's result is the answer, as JSON.
 *  @param before checks that must pass before the request is parsed, such as rate limits */
export function jsonRoute<E extends Endpoint>(
  endpoint: E,
  handle: (asked: Asked<E>, req: Request) => Promise<AnswerOf<E>> | AnswerOf<E>,
  ...before: RequestHandler[]
): Route {
  const status = Number(Object.keys(endpoint.answers)[0])
  return rawRoute(
    endpoint,
    async (asked, req, res) => {
      const answer = await handle(asked, req)
      res.status(status)
      if (answer === undefined) res.end()
      else sendJson(res, answer)
    },
    ...before,
  )
}

/** The route of an endpoint whose handler writes the answer itself: a file, a stream, a prepared text. */
export function rawRoute<E extends Endpoint>(
  endpoint: E,
  handle: (asked: Asked<E>, req: Request, res: Response) => Promise<void> | void,
  ...before: RequestHandler[]
): Route {
  const read = readerOf(endpoint)
  const answer: RequestHandler = (req, res) => {
    return handle(read(req), req, res)
  }
  // Runs before an upload is read.
  const check: RequestHandler = (req, _res, next) => {
    checkScope(req.actor, endpoint)
    next()
  }
  const { method, path, access } = endpoint
  const isScoped = access === 'account' || access === 'project'
  return { method, path, endpoint, handlers: [...(isScoped ? [check] : []), ...before, answer] }
}

/** The route of a page, or of a file that belongs to one. */
export function pageRoute(path: string, handler: RequestHandler): Route {
  return { method: 'GET', path, endpoint: null, handlers: [handler] }
}

/** Registers routes in their order. */
export function routerOf(routes: readonly Route[]): Router {
  const router = Router()
  for (const { method, path, handlers } of routes) {
    const register = router.route(path)
    register[lowerCase(method)](...handlers)
  }
  return router
}

function lowerCase<M extends Endpoint['method']>(method: M): Lowercase<M> {
  // The library types the result as text.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return method.toLowerCase() as Lowercase<M>
}

/** Reads and checks what the contract names: the account, the address, the body, the headers. */
function readerOf<E extends Endpoint>(endpoint: E): (req: Request) => Asked<E> {
  const { access, path, query, headers, body }: Endpoint = endpoint
  const params = schemaOf(pathParameters, parameterNames(path))
  const ownHeaders = schemaOf(requestHeaders, headers ?? [])
  return (req) => {
    if (access === 'account') requireUser(req.actor)
    const asked = {
      actor: req.actor,
      ...(params && { params: parse(params, req.params) }),
      ...(query && { query: parse(query, req.query) }),
      ...(body && { body: parse(body, req.body) }),
      ...(ownHeaders && { headers: parse(ownHeaders, headersOf(req, headers ?? [])) }),
    }
    // Each part is what its own schema gave.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return asked as unknown as Asked<E>
  }
}

function schemaOf(known: Readonly<Record<string, z.ZodMiniType>>, names: readonly string[]) {
  if (names.length === 0) return null
  const fields = names.map((name): [string, z.ZodMiniType] => {
    const schema = known[name]
    if (!schema) throw new Error(`api/parameters.ts has no schema for ${name}.`)
    return [name, schema]
  })
  return z.object(Object.fromEntries(fields))
}

function headersOf(req: Request, names: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, req.get(name)]))
}

type Issue = z.core.$ZodIssue

/** Outside data as the schema's type. The first thing that is wrong names the error.
 *  @throws AppError with the code the schema gives, object_expected, or bad_request */
export function parse<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') || 'the body'
  const code = codeOf(issue)
  const text = code === 'bad_request' && `The value of ${field} is not valid.`
  throw new AppError(code, { params: { field }, ...(text && { text }) })
}

function codeOf(issue: Issue | undefined): ErrorCode {
  if (isErrorCode(issue?.message)) return issue.message
  return issue?.path.length === 0 && issue.code === 'invalid_type' ? 'object_expected' : 'bad_request'
}

declare global {
  // Express asks for exactly this: its Request type is open for additions in this namespace.
  // oxlint-disable-next-line typescript/no-namespace
  namespace Express {
    interface Request {
      /** Identifies the request in its answer and in the log. */
      requestId: string
      /** The template of the requested address, such as `/projects/:projectId`; null for an unknown one. */
      routePattern: string | null
      /** The IPv4 /24 or IPv6 /56 the visitor comes from, which limits are counted by. */
      network: string
      /** The contract of the route; null for a page and for an unknown address. */
      endpoint: Endpoint | null
      actor: Actor
    }
  }
}

/** The description of an endpoint in the API document, beyond its contract. It is beside the route. */
export interface Words {
  summary: string
  description?: string
  /** The meaning of a successful answer. */
  answer: string
  /** Errors of this endpoint alone. Those of every endpoint are added. */
  errors: readonly ErrorCode[]
}

/** The address under which a request reaches Pinmark, without a trailing slash. */
export function originOf({ publicUrl }: Pick<Config, 'publicUrl'>, req: Request): string {
  return publicUrl ?? `${req.protocol}://${req.get('host') ?? 'localhost'}`
}
