import { AppError } from '@pinmark/shared/errors'
import { pageMessages } from '@pinmark/shared/messages'
import { NetworkError } from '../../lib/network-error'

/** What is said about an action that failed: the server's sentence about the visitor's own doing, else that it can be
 *  tried again. */
export function problemText(error: unknown): string {
  if (error instanceof AppError && error.status < 500) return error.message
  if (error instanceof AppError || error instanceof NetworkError) return 'That did not work. Try again.'
  return pageMessages.unknown
}
