import type * as z from 'zod/mini'
import type { TokenScope } from '../entities/api-token'
import type { PathParameters, RequestHeaders } from './parameters'

/** The actions on a project. `unlock`: enter the password of its link. `edit`: change text, pictures or place of a
 *  comment, reopen or restore it. `manage`: link settings, a new link, the original, deleting anyone's comment. `own`: what
 *  the owner alone may do, such as inviting members. */
export type Action =
  | 'unlock'
  | 'view'
  | 'comment'
  | 'edit'
  | 'deleteOwn'
  | 'resolveOwn'
  | 'resolveAny'
  | 'rename'
  | 'delete'
  | 'manage'
  | 'restore'
  | 'own'

type Schema = z.ZodMiniType
type Fields = z.ZodMiniObject

/** An answer that is not plain JSON. `schema` describes the JSON inside, if there is any. */
export interface Content {
  readonly contentTypes: readonly string[]
  readonly schema?: Schema
}

/** One call of the API. Routes, handler types, the client call, the API document, 405 answers, CORS headers
 *  and the lists of tests are derived from it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With parameter names from `pathParameters`, such as `/projects/:projectId`. */
  readonly path: `/${string}`
  /** `public`: answered before the caller is identified. `visitor`: anyone. `account`: requires a token.
   *  `project`: the owner and the members, or anyone with the link if it allows `action`. */
  readonly access: 'public' | 'visitor' | 'account' | 'project'
  /** The action that `permit` has to allow; only with `access: 'project'`. */
  readonly action?: Action
  /** The least scope of an API token that may make the call; `login` if no API token may. Default: derived
   *  from the action, or from the method if there is none. */
  readonly scope?: TokenScope | 'login'
  readonly query?: Fields
  /** Its own headers, in addition to those that identify the caller. */
  readonly headers?: readonly (keyof RequestHeaders)[]
  /** Without one, the body of a request is ignored. */
  readonly body?: Schema
  /** The body may be longer than other ones. The route reads a long one itself, once it knows the sender. */
  readonly takesLongBody?: true
  /** Used instead of `body` for large bodies. The route reads them itself, as a form or, if `json` is given,
   *  as JSON. */
  readonly upload?: { readonly json?: Fields; readonly form: Fields }
  /** Successful answers by status; null for an answer without a body. */
  readonly answers: Readonly<Record<number, Schema | Content | null>>
  /** Errors are plain text instead of `{ error, code }`. */
  readonly failsInText?: true
}

/** Declares an endpoint. Bundlers drop the parts that a page does not use. */
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
/** An object with `Value` under `Name`, or an empty one without a value. */
type If<Condition, Name extends string, Value> = [Condition] extends [never]
  ? unknown
  : { readonly [N in Name]: Value }

/** The parts of an address. Numbers in a query are sent as text. */
export type AddressOf<E extends Endpoint> = If<
  ParameterOf<E>,
  'params',
  { readonly [Name in ParameterOf<E>]: z.input<PathParameters[Name]> }
> &
  Partial<If<Part<E, 'query'>, 'query', QueryOf<z.input<Part<E, 'query'>>>>>
type QueryOf<Q> = { readonly [Name in keyof Q]: Q[Name] | (string extends Q[Name] ? number : never) }

/** The request as a client sends it. */
export type RequestOf<E extends Endpoint> = AddressOf<E> &
  If<Part<E, 'body'>, 'body', z.input<Part<E, 'body'>>>

/** The request as a handler gets it, after validation. */
export type ParsedOf<E extends Endpoint> = If<
  ParameterOf<E>,
  'params',
  { readonly [Name in ParameterOf<E>]: z.output<PathParameters[Name]> }
> &
  If<Part<E, 'query'>, 'query', z.output<Part<E, 'query'>>> &
  If<Part<E, 'body'>, 'body', z.output<Part<E, 'body'>>> &
  If<HeaderOf<E>, 'headers', { readonly [Name in HeaderOf<E>]: z.output<RequestHeaders[Name]> }>

/** The JSON of a successful answer. */
export type AnswerOf<E extends Endpoint> = AnswerIn<E['answers'][keyof E['answers']]>
type AnswerIn<A> = A extends Schema ? z.output<A> : A extends null ? void : never

/** An argument that is optional when all its fields are. */
export type Optional<T> = object extends T ? [value?: T] : [value: T]

/** The address of a call. */
export function pathTo<E extends Endpoint>({ path }: E, ...[address]: Optional<AddressOf<E>>): string {
  return fillPath(path, address ?? {})
}

/** The same for an endpoint that is known only at runtime. */
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
