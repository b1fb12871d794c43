import { allEndpoints, type EndpointName } from '@pinmark/shared/api/all-endpoints'
import type { Endpoint } from '@pinmark/shared/api/endpoint'
import { scopeOf } from '@pinmark/shared/api/scopes'
import { checkHealth, checkReady } from '@pinmark/shared/api/service'
import { errorCatalogue, type ErrorCode } from '@pinmark/shared/messages'
import { openTo, takesBoundTokens } from '../core/permit'
import { canGrowDatabase } from '../http/limits/check-room'
import type { Words } from '../http/route'
import type { RequestHeaders } from '@pinmark/shared/api/parameters'
import { errorCodeHeader, errorParamsHeader } from '@pinmark/shared/paths'
import type { JsonSchema } from './json-schema'

type Described = Words & { readonly topic: keyof typeof topicWords }
export type AllWords = Readonly<Record<EndpointName, Described>>

/** The words of some endpoints, with their topic. */
export function about<Name extends string>(
  topic: Described['topic'],
  words: Readonly<Record<Name, Words>>,
): Record<Name, Described> {
  const described = Object.entries<Words>(words).map(([name, its]) => [name, { topic, ...its }])
  // The names are those of `words`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(described) as Record<Name, Described>
}

/** An endpoint as the document and the page describe it. */
export interface Operation {
  readonly name: EndpointName
  readonly endpoint: Endpoint
  readonly words: Described
  /** `required`: a token. `link`: a token for the owner, the link for others. `none`: no token is read. */
  readonly access: 'required' | 'link' | 'none'
  /** All its refusals, by status. */
  readonly refusals: ReadonlyMap<number, readonly ErrorCode[]>
}

/** Every endpoint in the order of the descriptions. */
export function operationsOf(words: AllWords): Operation[] {
  return endpointNames(words).map((name) => {
    const endpoint: Endpoint = allEndpoints[name]
    const access = accessOf(endpoint)
    return { name, endpoint, words: words[name], access, refusals: refusalsOf(endpoint, access, words[name]) }
  })
}

/** Refusals before the route is known. */
export const refusalsOfAll: readonly ErrorCode[] = [
  'bad_request',
  'route_not_found',
  'method_not_allowed',
  'headers_too_large',
  'cross_site',
  'not_ready',
  'unexpected',
]
/** The errors that can occur for an existing method of an existing address. */
const refusalsOfKnown = refusalsOfAll.filter(
  (code) => code !== 'route_not_found' && code !== 'method_not_allowed',
)
const refusalsOfBodies: readonly ErrorCode[] = [
  'malformed_json',
  'object_expected',
  'body_too_deep',
  'forbidden_key',
  'body_too_large',
  'json_expected',
  'charset_not_supported',
  'request_timed_out',
]
/** Refusals of every endpoint that takes files. */
const refusalsOfUploads: readonly ErrorCode[] = [
  'charset_not_supported',
  'request_timed_out',
  'malformed_upload',
  'lines_not_valid',
  'image_empty',
  'image_not_readable',
  'too_many_pixels',
  'image_too_large',
  'image_not_supported',
  'image_damaged',
  'image_cut_off',
  'svg_not_drawable',
  'image_type_not_supported',
  'too_many_uploads',
  'images_busy',
  'image_took_too_long',
  'storage_limit_reached',
]
/** The endpoints without limits. */
const unlimited: ReadonlySet<Endpoint> = new Set<Endpoint>([checkHealth, checkReady])

function scopeRefusal(endpoint: Endpoint): ErrorCode {
  return scopeOf(endpoint) === 'login' ? 'login_needed' : 'token_scope_too_small'
}

function endpointNames(words: AllWords): EndpointName[] {
  return Object.keys(words).filter((name): name is EndpointName => name in allEndpoints)
}

function accessOf({ access, action }: Endpoint): Operation['access'] {
  if (access === 'account') return 'required'
  if (access !== 'project' || action === undefined) return 'none'
  // Actions that no link allows are for the owner alone.
  return openTo[action].length === 0 ? 'required' : 'link'
}

function refusalsOf(endpoint: Endpoint, way: Operation['access'], { errors }: Words) {
  const { access, body, upload } = endpoint
  const codes = new Set<ErrorCode>([
    ...errors,
    ...(body || upload?.json ? refusalsOfBodies : []),
    ...(upload ? refusalsOfUploads : []),
    ...(way === 'required' ? (['sign_in_required', 'session_ended'] as const) : []),
    // A change that another one overtook is asked to try again.
    ...(access === 'project' ? (['link_locked', 'link_ended', 'server_busy'] as const) : []),
    ...(access === 'account' || access === 'project' ? [scopeRefusal(endpoint)] : []),
    ...(takesBoundTokens(endpoint) || scopeOf(endpoint) === 'login' ? [] : (['token_of_projects'] as const)),
    ...(canGrowDatabase(endpoint) ? (['no_room_left'] as const) : []),
    ...(access === 'public' ? [] : (['guest_secret_not_valid'] as const)),
    ...(unlimited.has(endpoint)
      ? []
      : (['too_many_requests', 'answers_waiting', 'database_unavailable'] as const)),
    ...refusalsOfKnown,
  ])
  if (codes.has('sign_in_to_create')) codes.delete('sign_in_required')
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return new Map([...byStatus].toSorted(([one], [other]) => one - other))
}

/** The meaning of request headers. */
export const headerWords: Record<keyof RequestHeaders, string> = {
  'X-Guest-Secret':
    'A secret that the browser generates once, 22 to 64 characters of base64url. A later request with the same secret comes from the author of the comments that were written with it.',
  'X-Link-Token': 'The token for a link with a password: see POST /projects/{projectId}/unlock.',
  'Idempotency-Key':
    'The same key with the same body from the same sender gets the stored comment. Without a key, the `_id` of the ' +
    'body is the key; without that, the body itself, for a day. A sender is recognised by the guest secret, else by the ' +
    'token, else by the network. A repeated upload with the same key and files from the same account adds nothing, ' +
    'and gets the existing project, designs or version; a repeated duplicate of a project gets the existing one.',
  'Last-Event-ID': 'The id of the last event, at first the position of the project.',
  'X-Viewer-Name': 'Percent-encoded name under which the other visitors see the caller.',
}

/** Answers that mean the same everywhere. */
export const statusWords: Readonly<Record<number, string>> = {
  206: 'The requested range.',
  304: 'Not changed since the version that If-None-Match names.',
  416: 'The requested range does not exist.',
}

/** Headers of answers. */
export const answerHeaders: Record<string, { description: string; schema: JsonSchema }> = {
  [errorCodeHeader]: { description: 'The code of the error.', schema: { type: 'string' } },
  [errorParamsHeader]: {
    description: 'The values in the sentence, as in a query.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds after which another try makes sense.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': { description: 'The kind of token that is expected.', schema: { const: 'Bearer' } },
  ETag: {
    description: 'The version of the bytes, for If-None-Match and If-Range.',
    schema: { type: 'string' },
  },
  'Accept-Ranges': { description: 'Ranges are counted in bytes.', schema: { const: 'bytes' } },
  'Content-Disposition': { description: 'Says to save the file, and its name.', schema: { type: 'string' } },
  'Content-Range': {
    description: 'The sent range, and the length of the whole.',
    schema: { type: 'string' },
  },
}
/** The headers of answers with a status, if the endpoint sends them at all. */
export const headersByStatus: Readonly<Record<number, readonly string[]>> = {
  200: ['ETag', 'Accept-Ranges'],
  206: ['ETag', 'Accept-Ranges', 'Content-Range'],
  304: ['ETag'],
  401: ['WWW-Authenticate'],
  416: ['Accept-Ranges', 'Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** The subject of each topic's endpoints. */
export const topicWords = {
  Accounts: 'Register, use and delete an account.',
  Projects: 'A project: its designs and all comments on them.',
  Designs:
    'The pictures of a project, in order, each with its versions. For the owner and the members only, whatever the link allows.',
  Rounds: 'A review has rounds: a new version opens the next one, and reviewers give a verdict on each.',
  Comments: 'Comments on a spot of the design, and their replies.',
  Sharing: 'The link of a project and its permissions.',
  Members: 'The people who work on a project besides its owner, and its hand-over.',
  Live: 'Live changes of a project, and how far a visitor has read.',
  Images: 'The pictures themselves.',
  Webhooks: 'Addresses that receive the events in the projects of an account.',
  Tools: 'A door for coding agents.',
  Service: 'The installation, its health and its documents.',
}
