import { AppError } from '@pinmark/shared/errors'
import { NetworkError } from '../../lib/network-error'

export function tokenFailure(before: string, error: Error): string {
  const isKnown = error instanceof AppError || error instanceof NetworkError
  return isKnown ? `${before} ${error.message}` : before
}
