import * as z from 'zod'
import { allEndpoints } from '@pinmark/shared/api/all-endpoints'
import type { Endpoint } from '@pinmark/shared/api/endpoint'
import { callTools } from '@pinmark/shared/api/mcp'
import { commentSchema, replySchema } from '@pinmark/shared/entities/comment'
import {
  commentChangeSchema,
  newCommentSchema,
  newPlaceSchema,
  newReplySchema,
} from '@pinmark/shared/entities/comment-requests'
import {
  designSchema,
  linkSchema,
  orderChangeSchema,
  projectChangeSchema,
  projectListSchema,
  projectSchema,
  projectSummarySchema,
  versionSchema,
} from '@pinmark/shared/entities/project'
import { projectSettingsSchema } from '@pinmark/shared/entities/link-settings'
import { designChangeSchema } from '@pinmark/shared/entities/design'
import { noticeChangeSchema } from '@pinmark/shared/entities/notices'
import { roundSchema } from '@pinmark/shared/entities/round'
import { deletedSchema } from '@pinmark/shared/entities/requests'
import { changeUserSchema, meSchema, sessionSchema, userSchema } from '@pinmark/shared/entities/user'
import { webhookChangeSchema } from '@pinmark/shared/entities/webhook'
import { liveEventSchema } from '@pinmark/shared/events'
import { maxBodyDepth } from '../http/body/json-body'
import { type JsonSchema, textFormats, textShapes } from './json-schema'

/** Shapes that several endpoints share, or that other shapes contain. The rest are named after their endpoint. */
const sharedShapes = {
  Project: projectSchema,
  ProjectSummary: projectSummarySchema,
  ProjectList: projectListSchema,
  Link: linkSchema,
  Design: designSchema,
  Version: versionSchema,
  Round: roundSchema,
  Comment: commentSchema,
  Reply: replySchema,
  Deleted: deletedSchema,
  User: userSchema,
  Me: meSchema,
  Session: sessionSchema,
  LiveEvent: liveEventSchema,
  Error: z.object({
    error: z.string(),
    code: z.string(),
    params: z
      .optional(z.record(z.string(), z.union([z.string(), z.number()])))
      .describe('The values in the sentence.'),
    endedAt: z
      .optional(z.iso.datetime())
      .describe(
        'Of link_ended: when. Of project_not_found: when it was deleted, for those who can restore it.',
      ),
  }),
}

/** No place is left of an image or above it. */
const insideImage: Record<string, JsonSchema> = { x: { minimum: 0 }, y: { minimum: 0 } }

/** A message needs words or a picture. */
const saysSomething: JsonSchema = {
  anyOf: [
    { properties: { text: reference('Words') } },
    { required: ['pictures'], properties: { pictures: { minItems: 1 } } },
  ],
}

const distinctPictures: JsonSchema = { properties: { pictures: { uniqueItems: true } } }

/** Rules between fields, which the schemas check in code. */
const rules = new Map<z.core.$ZodType, JsonSchema>([
  [
    newCommentSchema,
    {
      anyOf: [
        { required: ['kind'], properties: { kind: { const: 'design' } } },
        { required: ['x', 'y'], properties: { kind: { const: 'pin' }, ...insideImage } },
        {
          required: ['kind', 'x', 'y', 'w', 'h'],
          properties: { kind: { const: 'region' }, ...insideImage },
        },
      ],
      allOf: [saysSomething, distinctPictures],
    },
  ],
  [newReplySchema, { allOf: [saysSomething, distinctPictures] }],
  [
    commentChangeSchema,
    {
      anyOf: anyField(commentChangeSchema).filter(({ required }) => !required?.includes('commenter')),
      dependentRequired: { x: ['y'], y: ['x'] },
      allOf: [distinctPictures],
    },
  ],
  [
    newPlaceSchema,
    {
      oneOf: [{ required: ['state'] }, { required: ['x', 'y'] }, { required: ['kind'] }],
      anyOf: [{ required: ['state'] }, { properties: insideImage }, { required: ['kind'] }],
    },
  ],
  // A mode of null is for a project.
  [noticeChangeSchema, { anyOf: [{ required: ['project'] }, { properties: { mode: { type: 'string' } } }] }],
  [projectChangeSchema, { anyOf: anyField(projectChangeSchema) }],
  [orderChangeSchema, { anyOf: anyField(orderChangeSchema) }],
  [changeUserSchema, { anyOf: anyField(changeUserSchema) }],
  [
    webhookChangeSchema,
    { anyOf: anyField(webhookChangeSchema).filter(({ required }) => !required?.includes('password')) },
  ],
  [
    callTools.body,
    {
      oneOf: [
        { required: ['method'], properties: without('result', 'error') },
        { required: ['id', 'result'], properties: without('method', 'params', 'error') },
        { required: ['id', 'error'], properties: without('method', 'params', 'result') },
      ],
    },
  ],
  [designChangeSchema, { anyOf: anyField(designChangeSchema) }],
  [projectSettingsSchema, { anyOf: anyField(projectSettingsSchema) }],
])

function without(...names: string[]): Record<string, JsonSchema> {
  return Object.fromEntries(names.map((name) => [name, { not: {} }]))
}

/** A change holds at least one of its fields. */
function anyField({ shape }: { shape: object }): JsonSchema[] {
  return Object.keys(shape).map((name) => ({ required: [name] }))
}

/** Additional keys that a body may contain. Names of database operators and of the prototype are forbidden. */
const extraKey: JsonSchema = { pattern: '^(?!\\$|__proto__$|constructor$|prototype$)[^.]*$' }

/** The value of an additional key: anything, with the same rule for keys at every depth. It refers to itself: one schema for
 *  each level would make a test generator try every combination of lists and objects. The alternative keeps generators of
 *  types from giving all keys of a body one type. */
const extraValue: JsonSchema = {
  description: `Any value. A body has at most ${maxBodyDepth} levels of objects and arrays.`,
  items: reference('ExtraValue'),
  anyOf: [
    { not: { type: 'object' } },
    { propertyNames: extraKey, additionalProperties: reference('ExtraValue') },
  ],
}

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

export interface ApiSchemas {
  /** All schemas with a name. */
  readonly components: Record<string, JsonSchema>
  /** The name of a request body or of an answer. */
  readonly nameOf: (schema: z.core.$ZodType) => string
}

let made: ApiSchemas | undefined

/** The validating schemas as JSON Schema, by name. They are built at the first request, which most processes
 *  never get. */
export function apiSchemas(): ApiSchemas {
  return (made ??= makeSchemas())
}

function makeSchemas(): ApiSchemas {
  const requests = new Map<z.core.$ZodType, string>()
  const answers = new Map<z.core.$ZodType, string>(
    Object.entries(sharedShapes).map(([name, schema]) => [schema, name]),
  )
  const endpoints: [string, Endpoint][] = Object.entries(allEndpoints)
  for (const [name, { body, upload, answers: given }] of endpoints) {
    const title = name.charAt(0).toUpperCase() + name.slice(1)
    if (body) requests.set(body, `${title}Body`)
    if (upload?.json) requests.set(upload.json, `${title}Body`)
    if (upload) requests.set(upload.form, `${title}Form`)
    for (const answer of Object.values(given)) {
      const schema = answer && 'contentTypes' in answer ? answer.schema : answer
      if (schema && !answers.has(schema)) answers.set(schema, `${title}Answer`)
    }
  }
  const names = new Map([...requests, ...answers])
  return {
    components: {
      ...convert(requests, 'input'),
      ExtraValue: extraValue,
      ...textShapes(),
      ...convert(answers, 'output'),
    },
    nameOf: (schema) => {
      const name = names.get(schema)
      if (name === undefined) throw new Error('Only bodies and answers have names.')
      return name
    },
  }
}

/** The JSON Schema of a value that arrives as text, in an address or a header, after parsing. */
export function valueSchema(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'output', override: describeText })
  return jsonSchemaSchema.parse(rest)
}

const jsonSchemaSchema: z.ZodType<JsonSchema> = z.looseObject({})

function convert(
  names: ReadonlyMap<z.core.$ZodType, string>,
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: (context) => {
      describeText(context)
      const { zodSchema, jsonSchema } = context
      // Answers may get new fields.
      delete jsonSchema.additionalProperties
      const name = names.get(zodSchema)
      if (io === 'input' && jsonSchema.type === 'object' && !name?.endsWith('Form')) {
        Object.assign(jsonSchema, {
          ...rules.get(zodSchema),
          propertyNames: extraKey,
          additionalProperties: reference('ExtraValue'),
        })
      }
    },
  })
  const plain = Object.entries(schemas).map(([name, schema]): [string, JsonSchema] => {
    const { $schema: _dialect, $id: _address, ...rest } = schema
    return [name, jsonSchemaSchema.parse(rest)]
  })
  return Object.fromEntries(plain)
}

/** What the server refuses of a standard format is stated by `not`. A test generator starts from a pattern, if there is one,
 *  and finds no value of the format. */
function describeText({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const pattern = jsonSchema.pattern ?? ''
  const state = (format: string, refused: string) => {
    delete jsonSchema.pattern
    Object.assign(jsonSchema, { format, not: { pattern: refused } })
  }
  // Of dates: T and Z that are not capital letters, and leap seconds.
  if (pattern.includes('\\d{4}-')) state('date-time', '[^0-9TZ:.+-]|:60')
  // Of mail addresses: quoted names and IP addresses. The server accepts many that are not of the standard format. It checks
  // them by a pattern that many validators do not support.
  if (pattern.includes('\\p{C}')) state('email', '["[]')
  const format = jsonSchema.format === undefined ? undefined : textFormats[jsonSchema.format]
  if (!format) return
  delete jsonSchema.format
  Object.assign(jsonSchema, format)
}
