import { AppError } from '@pinmark/shared/errors'
import { pageMessages } from '@pinmark/shared/messages'
import { NetworkError } from '../../lib/network-error'

/** The sentence for a failed action: the server's own for errors that the visitor caused, otherwise a request to try
 *  again. */
export function problemText(error: unknown): string {
  if (error instanceof AppError && error.status < 500) return error.message
  if (error instanceof AppError || error instanceof NetworkError) return 'That did not work. Try again.'
  return pageMessages.unknown
}
