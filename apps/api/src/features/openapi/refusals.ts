import { errorCatalogue, type ErrorCode } from '@pinmark/shared/messages'
import { apiRoutes } from '@pinmark/shared/paths'
import { grows } from '../../http/check-room'
import type { Operation } from './operation'

const body: ErrorCode[] = [
  'malformed_json',
  'object_expected',
  'body_too_deep',
  'forbidden_key',
  'body_too_large',
  'json_expected',
  'charset_not_supported',
  'request_timed_out',
]
const signIn: ErrorCode[] = ['sign_in_required', 'session_ended']
const full: ErrorCode[] = ['no_room_left']
/** Of every call that looks at who asks. */
const identified: ErrorCode[] = ['guest_secret_not_valid', 'too_many_requests', 'database_unavailable']
/** Of every call that only reads. */
const reading: ErrorCode[] = ['answers_waiting']

/** Of every call, before it is known which. */
export const refusalsOfAll: readonly ErrorCode[] = [
  'bad_request',
  'route_not_found',
  'method_not_allowed',
  'headers_too_large',
  'not_ready',
  'unexpected',
]

const unidentified = new Set<string>([
  apiRoutes.health,
  apiRoutes.ready,
  apiRoutes.instance,
  apiRoutes.openapi,
  apiRoutes.docs,
])

/** Everything that a call can be refused with, by status. */
export function refusals(operation: Operation): Map<number, ErrorCode[]> {
  const codes = new Set([
    ...operation.errors,
    ...(operation.body ? body : []),
    ...(operation.access === 'required' ? signIn : []),
    ...(grows(operation.method.toUpperCase(), operation.path) ? full : []),
    ...(unidentified.has(operation.path) ? [] : identified),
    ...(operation.method === 'get' && !unidentified.has(operation.path) ? reading : []),
  ])
  if (codes.has('sign_in_to_create')) codes.delete('sign_in_required')
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return new Map([...byStatus].toSorted(([one], [other]) => one - other))
}
