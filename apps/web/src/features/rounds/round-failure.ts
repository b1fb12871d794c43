import { AppError } from '@pinmark/shared/errors'

/** The server's sentence about a refusal, else `text`. */
export function roundFailure(error: Error, text: string): string {
  return error instanceof AppError && error.status < 500 ? error.message : text
}
