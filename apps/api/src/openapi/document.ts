import { parameterNames, pathParameters, requestHeaders } from '@pinmark/shared/api/parameters'
import { exportProject } from '@pinmark/shared/api/export'
import { loadImage } from '@pinmark/shared/api/images'
import { loadOriginal } from '@pinmark/shared/api/projects'
import { exportAccount } from '@pinmark/shared/api/users'
import type { Content, Endpoint } from '@pinmark/shared/api/endpoint'
import { errorCatalogue, type ErrorCode } from '@pinmark/shared/messages'
import {
  errorCodeHeader,
  errorParamsHeader,
  guestSecretHeader,
  linkTokenHeader,
  pageRoutes,
} from '@pinmark/shared/paths'
import type * as z from 'zod'
import { rawAnswers } from '../http/server'
import { pinmarkVersion } from '../version'
import {
  answerHeaders,
  headersByStatus,
  headerWords,
  statusWords,
  topicWords,
  operationsOf,
  type AllWords,
  type Operation,
} from './operations'
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
      version: pinmarkVersion,
      description:
        'Visual feedback for web designs. Errors are JSON with a sentence and a code, {"error", "code"}; those of ' +
        'POST /projects are plain text with the code in X-Error-Code, except where the HTTP itself is broken. Every ' +
        'answer carries X-Request-Id. After a token that is no longer valid, X-Session-Ended: 1 says so, even if the ' +
        'call needs no account. Names and addresses are checked without the spaces around them, and white space in a name ' +
        'counts as one space. Unicode and line ends are normalized before texts are checked and lengths counted. The ' +
        'server accepts more than some schemas say: mail addresses in every script, webhooks at an IP address or an ' +
        'international host name, times without seconds, and a createdAt without an offset.',
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
      parameters: headerParameters(operations),
      examples: errorExamples(operations),
      headers: answerHeaders,
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

/** The meaning of a header for an operation. */
export function headerMeaning(name: keyof typeof requestHeaders, { words }: Operation): string {
  const isRequired = name === guestSecretHeader && words.errors.includes('guest_secret_required')
  return isRequired ? `${headerWords[name]} Required without a token.` : headerWords[name]
}

function describe(operation: Operation, schemas: ApiSchemas) {
  const { name, endpoint, words, access, refusals } = operation
  return {
    operationId: name,
    tags: [words.topic],
    summary: words.summary,
    ...(words.description !== undefined && { description: words.description }),
    security: security(access),
    parameters: parameters(operation),
    ...requestBody(endpoint, schemas),
    responses: { ...successes(endpoint, words.answer, schemas), ...failures(endpoint, refusals) },
  }
}

function isPage({ path }: Endpoint): boolean {
  return Object.values<string>(pageRoutes).includes(path)
}

/** The link in a mail is an endpoint for programs and a page for people. */
function describePage({ name, endpoint, words, refusals }: Operation) {
  const refused = failures(endpoint, new Map([...refusals].filter(([status]) => ofEveryPage.has(status))))
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
      ...refused,
      // A page too, where the web app is not built.
      503: { ...refused[503], content: { ...refused[503]?.content, 'text/html': {} } },
    },
  }
}

const ofEveryPage: ReadonlySet<number> = new Set([400, 403, 429, 431, 500, 503])

/** An empty requirement beside the token makes the token optional. */
function security(access: Operation['access']) {
  if (access === 'none') return []
  return access === 'required' ? [{ token: [] }] : [{ token: [] }, {}]
}

function parameters(operation: Operation) {
  const { endpoint } = operation
  const known: Record<string, z.core.$ZodType> = pathParameters
  const inPath = parameterNames(endpoint.path).map((name) => {
    const schema = known[name]
    return { name, in: 'path', required: true, schema: schema ? valueSchema(schema) : {} }
  })
  const inQuery = queryOf(endpoint).map(([name, schema]) => ({ name, in: 'query', schema }))
  const inHeader = headersOf(endpoint).map((name) => {
    const description = headerMeaning(name, operation)
    return description === headerWords[name]
      ? { $ref: `#/components/parameters/${name}` }
      : headerParameter(name, description)
  })
  return [...inPath, ...inQuery, ...inHeader]
}

function headerParameter(name: keyof typeof requestHeaders, description: string) {
  return { name, in: 'header', description, schema: valueSchema(requestHeaders[name]) }
}

/** The headers of requests, stated once: most calls take the guest secret. */
function headerParameters(operations: readonly Operation[]) {
  const names = new Set(operations.flatMap(({ endpoint }) => headersOf(endpoint)))
  return Object.fromEntries([...names].map((name) => [name, headerParameter(name, headerWords[name])]))
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

/** The endpoints whose answer a browser saves as a file. */
const downloads: ReadonlySet<Endpoint> = new Set<Endpoint>([exportAccount, exportProject, loadOriginal])

function successes(endpoint: Endpoint, description: string, schemas: ApiSchemas) {
  const { answers } = endpoint
  const described = Object.entries(answers).map(([status, answer]) => [
    status,
    {
      description: statusWords[Number(status)] ?? description,
      ...(304 in answers && headersOfAnswer(headersByStatus[Number(status)])),
      ...(downloads.has(endpoint) && headersOfAnswer(['Content-Disposition'])),
      ...(answer && content(answer, schemas)),
    },
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

function failures(endpoint: Endpoint, refusals: Operation['refusals']) {
  const answers = [...refusals].map(([status, codes]) => [status, failure(endpoint, status, codes)] as const)
  return Object.fromEntries(answers)
}

function failure({ failsInText }: Endpoint, status: number, codes: readonly ErrorCode[]) {
  const rawCodes = codes.filter((code) => code in rawAnswers)
  return {
    description: codes.map(sentence).join(' · '),
    ...headersOfAnswer([
      errorCodeHeader,
      ...(codes.some((code) => errorCatalogue[code].text.includes('{')) ? [errorParamsHeader] : []),
      ...(headersByStatus[status] ?? []),
    ]),
    content: failsInText ? { ...asText(codes), ...(rawCodes.length > 0 && asJson(rawCodes)) } : asJson(codes),
  }
}

function headersOfAnswer(names: readonly string[] = []) {
  return {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  }
}

function asJson(codes: readonly ErrorCode[]) {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
  return { 'application/json': { schema: reference('Error'), examples: Object.fromEntries(examples) } }
}

/** Every refusal in JSON, stated once: most calls have twenty of them. */
function errorExamples(operations: readonly Operation[]) {
  const inJson = operations.filter(({ endpoint }) => !endpoint.failsInText)
  const codes = inJson.flatMap(({ refusals }) => [...refusals.values()].flat())
  return Object.fromEntries(codes.map((code) => [code, { value: { error: sentence(code), code } }]))
}

function asText(codes: readonly ErrorCode[]) {
  const examples = codes.map((code) => [code, { value: sentence(code) }])
  return { 'text/plain': { schema: { type: 'string' }, examples: Object.fromEntries(examples) } }
}

function sentence(code: ErrorCode): string {
  return errorCatalogue[code].text
}
