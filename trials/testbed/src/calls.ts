import { allEndpoints, type EndpointName } from '@pinmark/shared/api/all-endpoints'
import type { Action, Endpoint } from '@pinmark/shared/api/endpoint'
import { guestSecretHeader } from '@pinmark/shared/paths'

/** A call of the API, derived from its contract. */
export interface Call {
  name: EndpointName
  /** As in the promises: `PUT /projects/{projectId}`. */
  key: string
  method: Endpoint['method']
  /** `/projects/{projectId}`. */
  path: string
  /** Fields of its JSON body; empty without a body. */
  fields: string[]
  /** It takes a form with files instead of JSON. */
  takesForm: boolean
  /** Names in the query. */
  query: string[]
  /** Its own headers, and the guest secret. */
  headers: string[]
  /** Only an account may make it. */
  needsToken: boolean
  isStream: boolean
}

const names = Object.keys(allEndpoints).filter((name): name is EndpointName => name in allEndpoints)

/** Actions that no link allows. */
const designersOnly: ReadonlySet<Action> = new Set<Action>(['manage', 'restore', 'own'])

/** All calls. Trials that use this list try a new endpoint without further changes. */
export const calls: readonly Call[] = names.map((name) => {
  const endpoint: Endpoint = allEndpoints[name]
  const { method, access, action, query, headers = [], body, upload, answers } = endpoint
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
  return {
    ...{ name, key: `${method} ${path}`, method, path },
    fields: fieldsOf(upload?.json ?? body),
    takesForm: upload !== undefined && upload.json === undefined,
    query: Object.keys(query?.shape ?? {}),
    headers: access === 'public' ? [...headers] : [...headers, guestSecretHeader],
    needsToken: access === 'account' || (action !== undefined && designersOnly.has(action)),
    isStream: Object.values(answers).some(
      (answer) => answer && 'contentTypes' in answer && answer.contentTypes.includes('text/event-stream'),
    ),
  }
})

function fieldsOf(schema: unknown): string[] {
  const isObject = typeof schema === 'object' && schema !== null && 'shape' in schema
  return isObject ? Object.keys(Object(schema.shape)) : []
}
