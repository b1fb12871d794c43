import * as z from 'zod/mini'
import { code } from '../entities/primitives'
import { endpoint } from './endpoint'

const notMessage = code('tool_message_not_valid')

/** A message of the Model Context Protocol, without the fields that the library of the protocol would refuse. Each tool is one
 *  of the other calls, and is checked as such. */
const toolMessageSchema = z.object({
  jsonrpc: z.literal('2.0', notMessage),
  method: z.optional(z.string(notMessage)),
  id: z.optional(z.union([z.string(), z.int()], notMessage)),
  params: z.optional(z.looseObject({}, notMessage)),
  /** Of an answer to the server. */
  result: z.optional(z.looseObject({}, notMessage)),
  error: z.optional(z.looseObject({ code: z.int(notMessage), message: z.string(notMessage) }, notMessage)),
})

export const callTools = endpoint({
  method: 'POST',
  path: '/mcp',
  access: 'account',
  scope: 'read',
  body: toolMessageSchema,
  takesLongBody: true,
  answers: { 200: { contentTypes: ['application/json'] }, 202: null },
})
