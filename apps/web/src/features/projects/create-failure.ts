import { AppError, WordlessError } from '@pinmark/shared/page-errors'
import { pageMessages } from '@pinmark/shared/page-messages'
import { NetworkError } from '../../lib/network-error'
import { UploadCancelled } from '../../lib/upload'

/** The message for a failed creation; null if it was cancelled. */
export function createFailure(error: unknown): string | null {
  if (error instanceof UploadCancelled) return null
  if (error instanceof NetworkError || error instanceof WordlessError) return pageMessages.createFailed
  if (!(error instanceof AppError)) return pageMessages.unknown
  return pageMessages.createFailedWith + error.message
}
