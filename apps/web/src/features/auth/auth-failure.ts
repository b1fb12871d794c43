import { AppError } from '@pinmark/shared/errors'
import { WordlessError } from '../../lib/answer'

/** The server's own sentence; where none came back, `otherwise`. */
export function authFailure(otherwise: string, error: unknown): string {
  return error instanceof AppError && !(error instanceof WordlessError) ? error.message : otherwise
}
