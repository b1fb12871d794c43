import { errorCatalogue, type ErrorCode } from '@pinmark/shared/messages'
import { apiRoutes, servedRenditions } from '@pinmark/shared/paths'
import type { Operation } from './operation'
import { operations } from './operations'
import { refusals } from './refusals'
import { jsonSchemas, type JsonSchema, type SchemaName } from './schemas'

const schemas = jsonSchemas()

/** The OpenAPI document: the operations of `operations/`, the schemas that validate, the catalogue of errors. */
export function openapiDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method]: describe(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pinmark',
      version: '1.0.0',
      description:
        'Visual feedback for web designs. Errors are JSON with a sentence and a code, {"error", "code"}; those of ' +
        'POST /projects are plain text with the code in X-Error-Code. Every answer carries X-Request-Id. After a ' +
        'token that no longer counts, X-Session-Ended: 1 says so even where no account was needed.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ topic }) => topic))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function describe(operation: Operation) {
  return {
    operationId: operationId(operation),
    tags: [operation.topic],
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    ...security(operation.access),
    parameters: parameters(operation),
    ...(operation.body && { requestBody: requestBody(operation.body) }),
    responses: { [operation.answer.status]: success(operation.answer), ...failures(operation) },
  }
}

function operationId({ method, path }: Operation): string {
  const words = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replace(':', 'by-'))
  return [method, ...words].join('-').replace(/[^\w-]/g, '')
}

/** An empty requirement beside the token means that it may be left out. */
function security(access: Operation['access']) {
  if (access === 'none') return { security: [] }
  return { security: access === 'required' ? [{ token: [] }] : [{ token: [] }, {}] }
}

function parameters({ path, query, headers }: Operation) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'rendition' ? { enum: [...servedRenditions] } : { type: 'string' },
  }))
  const inQuery = Object.entries(query ? (schemas[query]?.properties ?? {}) : {}).map(([name, schema]) => ({
    name,
    in: 'query',
    schema,
  }))
  const inHeader = (headers ?? []).map(({ name, description }) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }))
  return [...inPath, ...inQuery, ...inHeader]
}

function requestBody({ schema, form }: NonNullable<Operation['body']>) {
  const fields = (form ?? []).map(({ name, description, isFile }) => [
    name,
    { type: 'string', description, ...(isFile && { contentMediaType: 'image/*' }) },
  ])
  const formSchema = {
    type: 'object',
    required: (form ?? []).map(({ name }) => name),
    properties: Object.fromEntries(fields),
  }
  return {
    required: true,
    content: {
      'application/json': { schema: reference(schema) },
      ...(form && { 'multipart/form-data': { schema: formSchema } }),
    },
  }
}

function success({ description, schema, contentTypes }: Operation['answer']) {
  const types = contentTypes ?? (schema ? ['application/json'] : [])
  const content = types.map((type) => [type, schema ? { schema: reference(schema) } : {}])
  return { description, ...(types.length > 0 && { content: Object.fromEntries(content) }) }
}

function failures(operation: Operation) {
  const isText = operation.method === 'post' && operation.path === apiRoutes.projects
  const answers = [...refusals(operation)].map(([status, codes]) => [
    status,
    { description: codes.map(sentence).join(' · '), content: isText ? asText(codes) : asJson(codes) },
  ])
  return Object.fromEntries(answers)
}

function asJson(codes: ErrorCode[]) {
  const examples = codes.map((code) => [code, { value: { error: sentence(code), code } }])
  return { 'application/json': { schema: reference('Error'), examples: Object.fromEntries(examples) } }
}

function asText(codes: ErrorCode[]) {
  const examples = codes.map((code) => [code, { value: sentence(code) }])
  return { 'text/plain': { schema: { type: 'string' }, examples: Object.fromEntries(examples) } }
}

function sentence(code: ErrorCode): string {
  return errorCatalogue[code].text
}

function reference(name: SchemaName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}
