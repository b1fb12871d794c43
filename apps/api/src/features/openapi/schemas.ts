import * as z from 'zod'
import {
  commentChangeSchema,
  commentSchema,
  newCommentSchema,
  newReplySchema,
  replySchema,
} from '@pinmark/shared/entities/comment'
import { instanceSchema } from '@pinmark/shared/entities/instance'
import {
  linkSchema,
  newProjectSchema,
  newVisitSchema,
  projectChangeSchema,
  projectListSchema,
  projectSchema,
  projectSettingsSchema,
  projectSummarySchema,
  recordedVisitSchema,
} from '@pinmark/shared/entities/project'
import { deletedSchema, projectListQuerySchema, projectQuerySchema } from '@pinmark/shared/entities/requests'
import { liveEventSchema } from '@pinmark/shared/events'
import { limits } from '@pinmark/shared/limits'
import {
  changePasswordSchema,
  changeUserSchema,
  deleteAccountSchema,
  loginSchema,
  meSchema,
  registeredSchema,
  registerSchema,
  sessionSchema,
  userSchema,
} from '@pinmark/shared/entities/user'

/** What is sent and asked. */
const requests = {
  NewProject: newProjectSchema,
  ProjectChange: projectChangeSchema,
  ProjectSettings: projectSettingsSchema,
  ProjectQuery: projectQuerySchema,
  ProjectListQuery: projectListQuerySchema,
  NewComment: newCommentSchema,
  NewReply: newReplySchema,
  CommentChange: commentChangeSchema,
  Registration: registerSchema,
  Login: loginSchema,
  PasswordChange: changePasswordSchema,
  AccountDeletion: deleteAccountSchema,
  UserChange: changeUserSchema,
  NewVisit: newVisitSchema,
}

/** What is answered. */
const answers = {
  Project: projectSchema,
  ProjectSummary: projectSummarySchema,
  ProjectList: projectListSchema,
  Link: linkSchema,
  Comment: commentSchema,
  Reply: replySchema,
  Deleted: deletedSchema,
  User: userSchema,
  Me: meSchema,
  Session: sessionSchema,
  Registered: registeredSchema,
  RecordedVisit: recordedVisitSchema,
  LiveEvent: liveEventSchema,
  Instance: instanceSchema,
  Health: z.object({ status: z.string() }),
  Error: z.object({ error: z.string(), code: z.string() }),
}

export type SchemaName = keyof typeof requests | keyof typeof answers

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** The very schemas that validate, as JSON Schema by name. */
export function jsonSchemas(): Record<string, JsonSchema> {
  return { ...convert(requests, 'input'), ...convert(answers, 'output') }
}

const jsonSchemaSchema: z.ZodType<JsonSchema> = z.looseObject({})

/** Lengths are counted in code points by checks that JSON Schema has no word for. */
const lengths: Record<string, { minLength?: number; maxLength: number }> = {
  name: { minLength: 1, maxLength: limits.userName.max },
  'NewProject.name': { minLength: 1, maxLength: limits.projectName.max },
  'ProjectChange.name': { minLength: 1, maxLength: limits.projectName.max },
  description: { maxLength: limits.projectDescription.max },
  commenter: { minLength: 1, maxLength: limits.commenter.max },
  text: { minLength: 1, maxLength: limits.commentText.max },
  email: { maxLength: limits.email.max },
  password: { minLength: limits.password.min, maxLength: limits.password.max },
  newPassword: { minLength: limits.password.min, maxLength: limits.password.max },
  'Login.email': { maxLength: limits.maxBodyBytes },
  'Login.password': { maxLength: limits.maxBodyBytes },
  'AccountDeletion.password': { minLength: 1, maxLength: limits.maxBodyBytes },
}

function convert(
  schemas: Record<string, z.core.$ZodType>,
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const { schemas: converted } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      // The pattern of a date says in 300 characters what the format says in one word.
      if (jsonSchema.pattern?.includes('\\d{4}-')) {
        delete jsonSchema.pattern
        jsonSchema.format = 'date-time'
      }
      // Answers may grow new fields.
      delete jsonSchema.additionalProperties
    },
  })
  const plain = Object.entries(converted).map(([name, schema]): [string, JsonSchema] => {
    const { $schema: _dialect, $id: _address, ...rest } = schema
    const parsed = jsonSchemaSchema.parse(rest)
    return [name, io === 'input' ? withLengths(name, parsed) : parsed]
  })
  return Object.fromEntries(plain)
}

function withLengths(name: string, schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([field, property]) => {
    const length = property.type === 'string' ? (lengths[`${name}.${field}`] ?? lengths[field]) : undefined
    return [field, { ...property, ...length }]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}
