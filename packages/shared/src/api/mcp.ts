import * as z from 'zod/mini'
import { endpoint } from './endpoint'

/** A message of the Model Context Protocol. Each tool is one of the other calls, and is checked as such. */
const rpcSchema = z.looseObject({})

export const callTools = endpoint({
  method: 'POST',
  path: '/mcp',
  access: 'account',
  scope: 'read',
  body: rpcSchema,
  takesLongBody: true,
  answers: { 200: { contentTypes: ['application/json'] }, 202: null },
})
