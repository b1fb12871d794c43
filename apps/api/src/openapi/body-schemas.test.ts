import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { allEndpoints, type EndpointName } from '@pinmark/shared/api/all-endpoints'
import type { Endpoint } from '@pinmark/shared/api/endpoint'
import { sharedTestApp } from '../../test/app-under-test'
import { templateOf } from './document'

const app = sharedTestApp()

const place = { x: 3, y: 4 }
const token = (endsAt: string) => ({ name: 'Report', scope: 'read', endsAt })
const account = (email: string) => ({ name: 'Ines', email, password: 'a quiet light table' })

/** Bodies that both the server and the schema accept, or both refuse. */
const bodies: [EndpointName, object][] = [
  ['placeComment', place],
  ['placeComment', { state: 'followed' }],
  ['placeComment', { state: 'followed', x: -1 }],
  ['placeComment', { kind: 'design' }],
  ['placeComment', {}],
  ['placeComment', { x: 3 }],
  ['placeComment', { ...place, state: 'followed' }],
  ['placeComment', { ...place, x: -1, state: 'followed' }],
  ['placeComment', { ...place, kind: 'design' }],
  ['createApiToken', token('2030-01-01T00:00:00Z')],
  ['createApiToken', token('2030-01-01T12:30:59.123456+05:30')],
  ['createApiToken', token('2030-01-01t00:00:00Z')],
  ['createApiToken', token('2030-01-01T00:00:00z')],
  ['createApiToken', token('2030-12-31T23:59:60Z')],
  ['createApiToken', token('2030-02-30T00:00:00Z')],
  ['recordVisit', { number: 1, until: '2030-01-01T12:30:59+05:30' }],
  ['register', account('ines@studio.test')],
  ['register', account("o'neill+pins@a-b.test")],
  ['register', account('ines')],
  ['register', account('"ines"@studio.test')],
  ['register', account('ines@[127.0.0.1]')],
]

/** For each body, whether it fits its schema in the document. Redocly checks examples. */
async function fits(document: string): Promise<boolean[]> {
  const { paths, ...rest } = JSON.parse(document)
  for (const [at, [name, value]] of bodies.entries()) {
    const endpoint: Endpoint = allEndpoints[name]
    const { content } = paths[templateOf(endpoint)][endpoint.method.toLowerCase()].requestBody
    const json = content['application/json']
    json.examples = { ...json.examples, [`body${at}`]: { value } }
  }
  const config = await createConfig({ rules: { 'no-invalid-media-type-examples': 'error' } })
  const problems = await lintFromString({ source: JSON.stringify({ paths, ...rest }), config })
  const pointers = problems.map(({ location: [first] }) => first?.pointer ?? '')
  return bodies.map((_, at) => !pointers.some((pointer) => pointer.includes(`/examples/body${at}/`)))
}

test('the schema of a body accepts what the server accepts', async () => {
  const { text } = await app.api.get('/openapi.json')
  const accepted = bodies.map(([name, value]) => {
    const { body }: Endpoint = allEndpoints[name]
    return body?.safeParse(value).success === true
  })
  expect(new Set(accepted).size).toBe(2)
  const result = await fits(text)
  const differing = bodies.filter((_, at) => result[at] !== accepted[at])
  expect(differing).toEqual([])
})
