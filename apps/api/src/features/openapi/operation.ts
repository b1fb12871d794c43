import type { ErrorCode } from '@pinmark/shared/messages'
import type { SchemaName } from './schemas'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** One call of the API as its document describes it. What all calls have in common is added by `document.ts`. */
export interface Operation {
  method: Method
  /** As in `apiRoutes`: `/projects/:projectId`. */
  path: string
  topic: 'Accounts' | 'Projects' | 'Comments' | 'Sharing' | 'Live' | 'Images' | 'Service'
  summary: string
  description?: string
  /** `required`: a token. `link`: whoever has the link, within its permission; a token makes him the owner.
   *  `none`: nobody is asked who he is. */
  access: 'required' | 'link' | 'none'
  query?: SchemaName
  headers?: { name: string; description: string }[]
  body?: { schema: SchemaName; form?: { name: string; description: string; isFile?: boolean }[] }
  answer: { status: number; description: string; schema?: SchemaName; contentTypes?: string[] }
  /** Refusals of this call alone. */
  errors: ErrorCode[]
}
