import { AppError } from '@pinmark/shared/errors'
import { isErrorCode, type ErrorCode } from '@pinmark/shared/messages'
import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** Outside data as the schema's type. The first thing that is wrong names the error.
 *  @throws AppError with the code the schema gives, object_expected, or bad_request */
export function parse<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') || 'the body'
  const code = codeOf(issue)
  const text = code === 'bad_request' && `The value of ${field} is not valid.`
  throw new AppError(code, { params: { field }, ...(text && { text }) })
}

function codeOf(issue: Issue | undefined): ErrorCode {
  if (isErrorCode(issue?.message)) return issue.message
  return issue?.path.length === 0 && issue.code === 'invalid_type' ? 'object_expected' : 'bad_request'
}
