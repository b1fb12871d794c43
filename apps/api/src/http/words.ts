import type { ErrorCode } from '@pinmark/shared/messages'

/** What the API document says about an endpoint beyond its contract. Stands beside the route. */
export interface Words {
  topic:
    | 'Accounts'
    | 'Projects'
    | 'Designs'
    | 'Rounds'
    | 'Comments'
    | 'Sharing'
    | 'Live'
    | 'Images'
    | 'Webhooks'
    | 'Service'
  summary: string
  description?: string
  /** What a successful answer is. */
  answer: string
  /** Refusals of this endpoint alone; those of every endpoint are added. */
  errors: readonly ErrorCode[]
}
