import { z } from 'zod'
import { mustCall } from '@pinmark/testbed/client'

/** A call that the published description of the API names. */
export interface DocumentedCall {
  /** As promises speak of it: `PUT /projects/{projectId}`. */
  key: string
  method: string
  /** `/projects/{projectId}`. */
  path: string
  /** Fields of its JSON body; empty when it takes none. */
  fields: string[]
  takesBody: boolean
  /** It takes files, and nothing else. */
  takesForm: boolean
  /** Names in the query. */
  query: string[]
  /** Headers of its own, beside those of every call. */
  headers: string[]
  needsToken: boolean
  isStream: boolean
}

const parameterSchema = z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']) })
const referenceSchema = z.object({ schema: z.object({ $ref: z.string() }) })
const operationSchema = z.object({
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(parameterSchema),
  requestBody: z
    .object({
      content: z.object({
        'application/json': z.optional(referenceSchema),
        'multipart/form-data': z.optional(referenceSchema),
      }),
    })
    .optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
})
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({
    schemas: z.record(z.string(), z.object({ properties: z.record(z.string(), z.unknown()).optional() })),
  }),
})

/** Reads from the running server which calls there are, so that a new one is tried, or noticed as not tried. */
export async function readCalls(url: string): Promise<DocumentedCall[]> {
  const { paths, components } = documentSchema.parse(await mustCall(200, `${url}/openapi.json`))
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): DocumentedCall => {
      const reference = operation.requestBody?.content['application/json']?.schema.$ref
      const schema =
        reference === undefined ? undefined : components.schemas[reference.split('/').at(-1) ?? '']
      const named = (place: string) =>
        operation.parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
      const contents = Object.values(operation.responses).flatMap(({ content }) => Object.keys(content ?? {}))
      return {
        key: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        fields: Object.keys(schema?.properties ?? {}),
        takesBody: reference !== undefined,
        takesForm: operation.requestBody !== undefined && reference === undefined,
        query: named('query'),
        headers: named('header'),
        needsToken: operation.security.length > 0 && operation.security.every((way) => 'token' in way),
        isStream: contents.includes('text/event-stream'),
      }
    }),
  )
}
