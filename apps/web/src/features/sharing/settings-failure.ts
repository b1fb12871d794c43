import { AppError } from '@pinmark/shared/errors'
import { pageMessages } from '@pinmark/shared/messages'
import { NetworkError } from '../../lib/network-error'

export function settingsFailure(error: unknown): string {
  const isKnown = error instanceof AppError || error instanceof NetworkError
  return isKnown ? `Nothing was changed. ${error.message}` : pageMessages.unknown
}
