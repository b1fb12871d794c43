import { AppError } from '@pinmark/shared/errors'
import { errorCatalogue, pageMessages } from '@pinmark/shared/messages'
import { WordlessError } from '../../lib/answer'
import { NetworkError } from '../../lib/network-error'

/** What the dialog says when a create failed; null when it was cancelled. */
export function createFailure(error: unknown): string | null {
  if (error instanceof DOMException && error.name === 'AbortError') return null
  if (error instanceof NetworkError || error instanceof WordlessError) return pageMessages.createFailed
  if (!(error instanceof AppError)) return pageMessages.unknown
  if (error.status === 401) return errorCatalogue.sign_in_to_create.text
  return pageMessages.createFailedWith + error.message
}
