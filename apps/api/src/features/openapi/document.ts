import { parameterNames, pathParameters, requestHeaders } from '@pinmark/shared/api/parameters'
import { loadImage } from '@pinmark/shared/api/images'
import type { Content, Endpoint } from '@pinmark/shared/api/endpoint'
import { errorCatalogue, type ErrorCode } from '@pinmark/shared/messages'
import { guestSecretHeader, linkTokenHeader, pageRoutes } from '@pinmark/shared/paths'
import type * as z from 'zod'
import { headerWords, statusWords, topicWords } from './common-words'
import { operationsOf, type AllWords, type Operation } from './operations'
import type { JsonSchema } from './json-schema'
import { apiSchemas, reference, valueSchema, type ApiSchemas } from './schemas'

/** The OpenAPI document. Its sources are the contracts with their schemas, the descriptions beside the
 *  routes, and the catalogue of errors. */
export function openapiDocument(words: AllWords) {
  const operations = operationsOf(words)
  const schemas = apiSchemas()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const path = templateOf(operation.endpoint)
    const page = isPage(operation.endpoint) && { get: describePage(operation) }
    paths[path] = {
      ...{ ...page, ...paths[path] },
      [operation.endpoint.method.toLowerCase()]: describe(operation, schemas),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pinmark',
      version: '1.0.0',
      description:
        'Visual feedback for web designs. Errors are JSON with a sentence and a code, {"error", "code"}; those of ' +
        'POST /projects are plain text with the code in X-Error-Code. Every answer carries X-Request-Id. After a ' +
        'token that is no longer valid, X-Session-Ended: 1 says so, even if the call needs no account.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ words: { topic } }) => topic))].map((name) => ({
      name,
      description: topicWords[name],
    })),
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

/** `/projects/{projectId}`. */
export function templateOf({ path }: Endpoint): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

/** The names and schemas of an endpoint's query. */
export function queryOf({ query }: Endpoint): [string, JsonSchema][] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => [name, valueSchema(schema)])
}

/** Its headers, including the guest secret and the token of a link with a password. */
export function headersOf(endpoint: Endpoint): (keyof typeof requestHeaders)[] {
  const { access, headers = [] } = endpoint
  // Left out for pictures: a browser that loads one cannot send the header, and the server does not read it.
  if (access === 'public' || endpoint === loadImage) return [...headers]
  if (access !== 'project') return [...headers, guestSecretHeader]
  return [...headers, guestSecretHeader, linkTokenHeader]
}

function describe({ name, endpoint, words, access, refusals }: Operation, schemas: ApiSchemas) {
  return {
    operationId: name,
    tags: [words.topic],
    summary: words.summary,
    ...(words.description !== undefined && { description: words.description }),
    security: security(access),
    parameters: parameters(endpoint),
    ...requestBody(endpoint, schemas),
    responses: { ...successes(endpoint, words.answer, schemas), ...failures(endpoint, refusals) },
  }
}

function isPage({ path }: Endpoint): boolean {
  return Object.values<string>(pageRoutes).includes(path)
}

/** The link in a mail is an endpoint for programs and a page for people. */
function describePage({ name, endpoint, words, refusals }: Operation) {
  return {
    operationId: `${name}Page`,
    tags: [words.topic],
    summary: 'Open the page behind the same link',
    security: [],
    parameters: parameterNames(endpoint.path).map((name) => {
      return { name, in: 'path', required: true, schema: { type: 'string' } }
    }),
    responses: {
      200: { description: 'The page, whatever the link stops.', content: { 'text/html': {} } },
      ...failures(endpoint, new Map([...refusals].filter(([status]) => ofEveryPage.has(status)))),
    },
  }
}

const ofEveryPage: ReadonlySet<number> = new Set([400, 429, 431, 500, 503])

/** An empty requirement beside the token makes the token optional. */
function security(access: Operation['access']) {
  if (access === 'none') return []
  return access === 'required' ? [{ token: [] }] : [{ token: [] }, {}]
}

function parameters(endpoint: Endpoint) {
  const known: Record<string, z.core.$ZodType> = pathParameters
  const inPath = parameterNames(endpoint.path).map((name) => {
    const schema = known[name]
    return { name, in: 'path', required: true, schema: schema ? valueSchema(schema) : {} }
  })
  const inQuery = queryOf(endpoint).map(([name, schema]) => ({ name, in: 'query', schema }))
  const inHeader = headersOf(endpoint).map((name) => ({
    name,
    in: 'header',
    description: headerWords[name],
    schema: valueSchema(requestHeaders[name]),
  }))
  return [...inPath, ...inQuery, ...inHeader]
}

function requestBody({ body, upload }: Endpoint, { nameOf }: ApiSchemas) {
  const json = upload?.json ?? body
  if (!json && !upload) return {}
  const content = {
    ...(json && { 'application/json': { schema: reference(nameOf(json)) } }),
    ...(upload && { 'multipart/form-data': { schema: reference(nameOf(upload.form)) } }),
  }
  return { requestBody: { required: true, content } }
}

function successes({ answers }: Endpoint, description: string, schemas: ApiSchemas) {
  const described = Object.entries(answers).map(([status, answer]) => [
    status,
    { description: statusWords[Number(status)] ?? description, ...(answer && content(answer, schemas)) },
  ])
  return Object.fromEntries(described)
}

function content(answer: z.core.$ZodType | Content, { nameOf }: ApiSchemas) {
  const { contentTypes, schema } =
    'contentTypes' in answer ? answer : { contentTypes: ['application/json'], schema: answer }
  const json = schema && reference(nameOf(schema))
  const media = (type: string) =>
    json ? { schema: type === 'text/event-stream' ? eventOf(json) : json } : {}
  return { content: Object.fromEntries(contentTypes.map((type) => [type, media(type)])) }
}

/** For a stream, the schema describes one event:
 *  https://spec.openapis.org/oas/v3.2.0.html#server-sent-event-streams */
function eventOf(json: JsonSchema): JsonSchema {
  const data = { type: 'string', contentMediaType: 'application/json', contentSchema: json }
  return { type: 'object', required: ['data'], properties: { id: { type: 'string' }, data } }
}

function failures({ failsInText }: Endpoint, refusals: Operation['refusals']) {
  const answers = [...refusals].map(([status, codes]) => [
    status,
    { description: codes.map(sentence).join(' · '), content: failsInText ? asText(codes) : asJson(codes) },
  ])
  return Object.fromEntries(answers)
}

function asJson(codes: readonly ErrorCode[]) {
  const examples = codes.map((code) => [code, { value: { error: sentence(code), code } }])
  return { 'application/json': { schema: reference('Error'), examples: Object.fromEntries(examples) } }
}

function asText(codes: readonly ErrorCode[]) {
  const examples = codes.map((code) => [code, { value: sentence(code) }])
  return { 'text/plain': { schema: { type: 'string' }, examples: Object.fromEntries(examples) } }
}

function sentence(code: ErrorCode): string {
  return errorCatalogue[code].text
}
