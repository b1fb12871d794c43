import { AppError } from '@pinmark/shared/errors'

/** The server's own sentence; where none came back, `otherwise`. */
export function authFailure(otherwise: string, error: unknown): string {
  return error instanceof AppError && error.code !== 'unexpected' ? error.message : otherwise
}
