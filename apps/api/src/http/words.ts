import type { ErrorCode } from '@pinmark/shared/messages'

/** The description of an endpoint in the API document, beyond its contract. It is beside the route. */
export interface Words {
  topic:
    | 'Accounts'
    | 'Projects'
    | 'Designs'
    | 'Rounds'
    | 'Comments'
    | 'Sharing'
    | 'Members'
    | 'Live'
    | 'Images'
    | 'Webhooks'
    | 'Tools'
    | 'Service'
  summary: string
  description?: string
  /** The meaning of a successful answer. */
  answer: string
  /** Errors of this endpoint alone. Those of every endpoint are added. */
  errors: readonly ErrorCode[]
}
