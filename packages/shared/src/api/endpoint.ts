import type * as z from 'zod/mini'
import type { TokenScope } from '../entities/api-token'
import type { PathParameters, RequestHeaders } from './parameters'

/** What can be done to a project. `unlock`: show the password of its link. `manage`: link settings, a new link, the
 *  original, deleting anyone's comment. */
export type Action =
  | 'unlock'
  | 'view'
  | 'comment'
  | 'ownComment'
  | 'resolveOwn'
  | 'resolveAny'
  | 'rename'
  | 'delete'
  | 'manage'
  | 'restore'

type Schema = z.ZodMiniType
type Fields = z.ZodMiniObject

/** An answer that is not plain JSON. `schema` describes the JSON inside, if there is any. */
export interface Content {
  readonly contentTypes: readonly string[]
  readonly schema?: Schema
}

/** One call of the API. Routes, handler types, the client call, the API document, 405 answers, CORS headers and the
 *  lists that tests walk are derived from it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With the names of `pathParameters`: `/projects/:projectId`. */
  readonly path: `/${string}`
  /** `public`: answered before the caller is identified. `visitor`: anyone. `account`: needs a token.
   *  `project`: the owner, or anyone with the link as far as it allows `action`. */
  readonly access: 'public' | 'visitor' | 'account' | 'project'
  /** What `permit` has to allow; with `access: 'project'` only. */
  readonly action?: Action
  /** The least scope of an API token that may make the call; `login` where none may. Where it is left out it follows from
   *  the action, and without an action from the method. */
  readonly scope?: TokenScope | 'login'
  readonly query?: Fields
  /** Headers of its own, beside those that identify the caller. */
  readonly headers?: readonly (keyof RequestHeaders)[]
  readonly body?: Schema
  /** Instead of `body`, for large bodies: the route reads them itself, as a form or, where `json` is given, as JSON. */
  readonly upload?: { readonly json?: Fields; readonly form: Fields }
  /** Successful answers by status; null for an answer without a body. */
  readonly answers: Readonly<Record<number, Schema | Content | null>>
  /** A body of any kind may come, and is not read. */
  readonly ignoresBody?: true
  /** Failures are plain text instead of `{ error, code }`. */
  readonly failsInText?: true
}

/** States an endpoint. Bundlers drop what a page does not use. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Endpoint>(contract: E): E {
  return contract
}

/** `projectId` and `commentId` for `/projects/:projectId/comments/:commentId`. */
type NamesIn<Path> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never
type ParameterOf<E extends Endpoint> = NamesIn<E['path']> & keyof PathParameters
type HeaderOf<E extends Endpoint> = E extends { readonly headers: readonly (infer Name)[] }
  ? Name & keyof RequestHeaders
  : never
type Part<E extends Endpoint, Name extends 'query' | 'body'> = E extends {
  readonly [N in Name]: infer S extends Schema
}
  ? S
  : never
/** `Value` under `Name`, or nothing where there is none. */
type If<Condition, Name extends string, Value> = [Condition] extends [never]
  ? unknown
  : { readonly [N in Name]: Value }

/** The parts of an address. Numbers in a query travel as text. */
export type AddressOf<E extends Endpoint> = If<
  ParameterOf<E>,
  'params',
  { readonly [Name in ParameterOf<E>]: z.input<PathParameters[Name]> }
> &
  Partial<If<Part<E, 'query'>, 'query', QueryOf<z.input<Part<E, 'query'>>>>>
type QueryOf<Q> = { readonly [Name in keyof Q]: Q[Name] | (string extends Q[Name] ? number : never) }

/** What a client sends. */
export type RequestOf<E extends Endpoint> = AddressOf<E> &
  If<Part<E, 'body'>, 'body', z.input<Part<E, 'body'>>>

/** What a handler gets, once it has been checked. */
export type ParsedOf<E extends Endpoint> = If<
  ParameterOf<E>,
  'params',
  { readonly [Name in ParameterOf<E>]: z.output<PathParameters[Name]> }
> &
  If<Part<E, 'query'>, 'query', z.output<Part<E, 'query'>>> &
  If<Part<E, 'body'>, 'body', z.output<Part<E, 'body'>>> &
  If<HeaderOf<E>, 'headers', { readonly [Name in HeaderOf<E>]: z.output<RequestHeaders[Name]> }>

/** What a successful call answers with JSON. */
export type AnswerOf<E extends Endpoint> = AnswerIn<E['answers'][keyof E['answers']]>
type AnswerIn<A> = A extends Schema ? z.output<A> : A extends null ? void : never

/** An argument that may be left out when everything in it may be. */
export type Optional<T> = object extends T ? [value?: T] : [value: T]

/** The address of a call. */
export function pathTo<E extends Endpoint>({ path }: E, ...[address]: Optional<AddressOf<E>>): string {
  return fillPath(path, address ?? {})
}

/** The same for an endpoint that is known only when the program runs. */
export function fillPath(path: string, { params = {}, query = {} }: AnyAddress): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`)
  const question = search.toString()
  return question === '' ? filled : `${filled}?${question}`
}

interface AnyAddress {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
}
