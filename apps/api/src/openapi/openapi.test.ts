import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { AppError } from '@pinmark/shared/errors'
import { errorCatalogue } from '@pinmark/shared/messages'
import { calls } from '@pinmark/testbed/calls'
import { sampleBody } from '@pinmark/testbed/sample-bodies'
import { allEndpoints } from '@pinmark/shared/api/all-endpoints'
import type { Endpoint } from '@pinmark/shared/api/endpoint'
import { sharedTestApp } from '../../test/app-under-test'
import { parse } from '../http/route'
import { refusalsOfAll } from './operations'

const endpoints: Endpoint[] = Object.values(allEndpoints)
/** The link in a mail is an endpoint for programs and a page for people. */
const pages = ['stopMailsPage']

const app = sharedTestApp()

/** The error that `work` throws; undefined without one. */
function refusalOf(work: () => unknown): AppError | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Every value of a key, anywhere in a document. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...valuesOf(key, inner),
  ])
}

describe('the OpenAPI document', () => {
  test('describes exactly the calls of the server', async () => {
    const { body } = await app.api.get('/openapi.json')
    for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
      const allowed = await app.api.options(path.replace(/:\w+/g, 'x'))
      const methods = String(allowed.headers['allow'])
        .split(', ')
        .filter((method) => method !== 'HEAD')
      const described = Object.keys(body.paths[path.replace(/:(\w+)/g, '{$1}')])
      expect([path, ...described.map((method) => method.toUpperCase()).toSorted()]).toEqual([
        path,
        ...methods.toSorted(),
      ])
    }
    expect(new Set(valuesOf('operationId', body))).toEqual(new Set([...Object.keys(allEndpoints), ...pages]))
  })

  test.each(['/openapi.json', '/docs'])('is compressed once, as %s', async (path) => {
    const first = await app.api.get(path)
    const second = await app.api.get(path)
    for (const { headers } of [first, second])
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': expect.any(String) })
    expect(second.text).toBe(first.text)
    const plain = await app.api.get(path).set('Accept-Encoding', 'identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.text).toBe(first.text)
  })

  test('is complete: every reference resolves, and every operation has a unique name', async () => {
    const { status, headers, body } = await app.api.get('/openapi.json')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(body.openapi).toBe('3.1.0')
    const names = ['schemas', 'parameters', 'headers', 'examples'].flatMap((kind) =>
      Object.keys(body.components[kind]).map((name) => `#/components/${kind}/${name}`),
    )
    const references = valuesOf('$ref', body)
    expect(references.length).toBeGreaterThan(30)
    for (const reference of references) expect(names).toContain(reference)
  })

  test('names what opens a link with a password, and the answer to an ended login', async () => {
    const { paths } = (await app.api.get('/openapi.json')).body
    const open = paths['/projects/{projectId}'].get
    expect(open.parameters).toContainEqual({ $ref: '#/components/parameters/X-Link-Token' })
    for (const { post } of [paths['/comment/add/{projectId}'], paths['/projects/{projectId}/pictures']])
      expect(Object.keys(post.responses)).toContain('401')
  })

  test('has no warnings of Redocly', async () => {
    const { text } = await app.api.get('/openapi.json')
    const config = await createConfig({ extends: ['recommended'] })
    const problemsIn = async (source: string) => {
      const problems = await lintFromString({ source, config })
      return problems.map(({ ruleId, location: [place] }) => `${ruleId} ${place?.pointer ?? ''}`)
    }
    expect(await problemsIn(text)).toEqual([])
    // Control: the same document without operation names has exactly that many problems.
    const nameless = await problemsIn(text.replaceAll('"operationId":', '"x-id":'))
    expect(nameless).toHaveLength(endpoints.length + pages.length)
  })

  test('names the calls for every refusal in the catalogue', async () => {
    const { body } = await app.api.get('/openapi.json')
    const described = new Set<string>([
      ...refusalsOfAll,
      ...valuesOf('examples', body.paths).flatMap((examples) => Object.keys(Object(examples))),
    ])
    // The page itself names the refusals of a proxy.
    const ofServer = Object.keys(errorCatalogue).filter((code) => !code.startsWith('proxy_'))
    expect(ofServer.filter((code) => !described.has(code))).toEqual([])
  })

  test('names every refusal of a field of a body, and the sentence of a general one names the field', async () => {
    const { paths } = (await app.api.get('/openapi.json')).body
    const odd = [null, 7, '', 'x'.repeat(6_000), 'a\u202Eb', 'a\u0000b', '9999-12-31T23:59:59-01:00', [], [7]]
    const unnamed = new Set<string>()
    for (const call of calls) {
      const { body }: Endpoint = allEndpoints[call.name]
      if (!body) continue
      const { responses } = paths[call.path][call.method.toLowerCase()]
      const named = new Set(
        valuesOf('examples', responses).flatMap((examples) => Object.keys(Object(examples))),
      )
      const sample = await sampleBody(call)
      for (const [field, value] of call.fields.flatMap((name) => odd.map((it) => [name, it] as const))) {
        const refusal = refusalOf(() => parse(body, { ...sample, [field]: value }))
        if (refusal && !named.has(refusal.code)) unnamed.add(`${call.key} ${refusal.code}`)
        if (refusal?.code === 'bad_request' && !refusal.message.includes(field))
          unnamed.add(`${call.key} ${field}`)
      }
    }
    expect([...unnamed]).toEqual([])
  })

  test('names the refusals of every limited call, and those before a call is known', async () => {
    const { paths } = (await app.api.get('/openapi.json')).body
    const limited = ['too_many_requests', 'answers_waiting']
    const codesAt = (path: string, status: number) =>
      Object.keys(paths[path].get.responses[status]?.content['application/json'].examples ?? {})
    for (const path of ['/instance', '/openapi.json', '/docs', '/users/me'])
      expect(codesAt(path, 429)).toEqual(expect.arrayContaining(limited))
    expect(codesAt('/readyz', 429)).toEqual([])

    const page = paths['/stop/{stopToken}'].get.responses
    expect(page[403].content).toHaveProperty('application/json')
    expect(Object.keys(page[503].content)).toEqual(['application/json', 'text/html'])

    const create = paths['/projects'].post.responses
    for (const status of [400, 408, 431])
      expect(Object.keys(create[status].content)).toEqual(['text/plain', 'application/json'])
    expect(Object.keys(create[409].content)).toEqual(['text/plain'])
  })

  test('says that a change may have to be tried again', async () => {
    const { paths } = (await app.api.get('/openapi.json')).body
    const changes = calls.filter(({ path, method }) => path.includes('{projectId}') && method !== 'GET')
    for (const { path, method } of [...changes, { path: '/projects', method: 'POST' }]) {
      const { content } = paths[path][method.toLowerCase()].responses[503]
      const codes = valuesOf('examples', content).flatMap((examples) => Object.keys(Object(examples)))
      expect({ path, codes }).toEqual({ path, codes: expect.arrayContaining(['server_busy']) })
    }
  })

  test('says where a guest has to send a secret', async () => {
    const { paths } = (await app.api.get('/openapi.json')).body
    const operations: { operationId: string; parameters?: { description?: string }[] }[] = Object.values(
      paths,
    ).flatMap((path) => Object.values(Object(path)))
    const requiring = operations
      .filter(({ parameters = [] }) =>
        parameters.some(({ description }) => description?.endsWith('Required without a token.')),
      )
      .map(({ operationId }) => operationId)
    expect(requiring.toSorted()).toEqual([
      ...['addPicture', 'askForReplyMail', 'giveVerdict', 'setAgreement', 'withdrawVerdict'],
    ])
  })

  test('names the headers of answers', async () => {
    const { paths } = (await app.api.get('/openapi.json')).body
    const headersAt = (path: string, status: number) =>
      Object.keys(paths[path].get.responses[status].headers ?? {})
    expect(headersAt('/users/me', 401)).toEqual(['X-Error-Code', 'WWW-Authenticate'])
    expect(headersAt('/users/me', 429)).toEqual(['X-Error-Code', 'Retry-After'])
    expect(headersAt('/projects/{projectId}/export', 429)).toEqual([
      ...['X-Error-Code', 'X-Error-Params', 'Retry-After'],
    ])
    expect(headersAt('/users/me', 200)).toEqual([])
    for (const path of [
      '/users/export',
      '/projects/{projectId}/export',
      '/projects/{projectId}/designs/{designId}/versions/{versionId}/original',
    ])
      expect(headersAt(path, 200)).toEqual(['Content-Disposition'])
    expect(headersAt('/images/{imageId}/{rendition}', 206)).toEqual([
      ...['ETag', 'Accept-Ranges', 'Content-Range'],
    ])
  })

  test('contains the rule for keys at every depth of a body, in one schema', async () => {
    const { schemas } = (await app.api.get('/openapi.json')).body.components
    const { end } = schemas.ChangeSettingsBody.properties
    const extra = { $ref: '#/components/schemas/ExtraValue' }
    const rule = {
      propertyNames: { pattern: expect.stringContaining('__proto__') },
      additionalProperties: extra,
    }
    expect(schemas.ChangeSettingsBody).toMatchObject(rule)
    expect(schemas.AddCommentBody).toMatchObject(rule)
    expect(end.anyOf[0]).toMatchObject({ ...rule, required: ['at', 'to'] })
    expect(schemas.ExtraValue).toMatchObject({ items: extra, anyOf: expect.arrayContaining([rule]) })
    expect(schemas.CreateProjectForm).not.toHaveProperty('propertyNames')
  })

  test('lets a test generator find names, long texts, mail addresses and times', async () => {
    const { schemas } = (await app.api.get('/openapi.json')).body.components
    // Generators add the text of a positive condition to the name, and then its length is wrong.
    expect(schemas.Name.pattern).not.toContain('(?=')
    const { email } = schemas.RegisterBody.properties
    const { createdAt, text } = schemas.AddCommentBody.properties
    expect(text).toEqual({ type: 'string', maxLength: 5_000, not: { pattern: expect.any(String) } })
    for (const { format, pattern } of [email, createdAt, schemas.Comment.properties.createdAt])
      expect({ format, pattern }).toEqual({ format: expect.stringMatching(/^(email|date-time)$/) })
  })

  test('contains the limits that JSON Schema cannot check', async () => {
    const { body } = await app.api.get('/openapi.json')
    expect(body.components.schemas.AddCommentBody).toMatchObject({
      required: ['commenter', 'text'],
      properties: {
        commenter: { maxLength: 60 },
        text: { maxLength: 5_000 },
        createdAt: { format: 'date-time' },
      },
    })
  })
})

describe('the page of the API document', () => {
  test('lists every call and loads nothing but its own style sheet', async () => {
    const page = await app.api.get('/docs')
    expect(page.status).toBe(200)
    const { body } = await app.api.get('/openapi.json')
    const summaries = valuesOf('summary', body)
    expect(summaries.length).toBe(endpoints.length + pages.length)
    const named = summaries.filter((summary) => page.text.includes(`<h3>${String(summary)}</h3>`))
    expect(named).toHaveLength(endpoints.length)
    expect(page.text).not.toMatch(/<script|<style|style=|\son\w+=|https?:\/\//)
    const sources = [...page.text.matchAll(/<link[^>]+href="([^"]+)"/g)].map(([, href]) => href)
    expect(sources).toEqual(['data:,', '/docs.css'])
    expect(await app.api.get('/docs.css')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/css; charset=utf-8' },
    })
  })

  test('has no broken link', async () => {
    const { text } = await app.api.get('/docs')
    const targets = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(links.filter((id) => !targets.has(id))).toEqual([])
  })
})
