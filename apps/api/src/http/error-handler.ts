import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import mongoose from 'mongoose'
import { MulterError } from 'multer'
import { AppError } from '@pinmark/shared/errors'
import type { ErrorCode } from '@pinmark/shared/messages'
import { errorCodeHeader, errorParamsHeader } from '@pinmark/shared/paths'
import type { Log } from '../base/log'
import { breakOff } from './drain'
import { messageWithReason } from '../base/failures'

export const answerNotFound: RequestHandler = () => {
  throw new AppError('route_not_found')
}

/** The only place that turns a thrown error into an answer. Only unexpected errors are logged in full. */
export function answerError(log: Log): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (thrown: unknown, req, res, _next) => {
    const id = req.requestId
    // A time limit has sent the answer already. This error ended the work afterwards.
    if (res.writableEnded) return log.debug({ id, err: thrown }, 'failed after it was answered')
    const error = toAppError(thrown)
    if (error.code === 'unexpected') log.error({ id, err: thrown }, 'unexpected error')
    else if (error.status >= 500 && error.cause !== undefined)
      log.warn({ id, code: error.code, cause: describe(error.cause) }, error.message)

    // The answer has begun, so cutting it off is the only way left to show that it is incomplete.
    if (res.headersSent) return breakOff(res)
    sendError(req, res, error)
  }
}

function describe(cause: unknown): string | undefined {
  return cause instanceof Error ? `${cause.name}: ${messageWithReason(cause)}` : undefined
}

/** What a handler may have set for the content that it could not send. */
const headersOfContent = [
  'Content-Type',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Range',
  'Accept-Ranges',
  'ETag',
  'Last-Modified',
]

/** Answers with an error: JSON, or plain text for every failure of POST /projects, as the specification has it. Does
 *  nothing when the answer has already begun. */
export function sendError(req: Request, res: Response, error: AppError): void {
  if (res.headersSent || res.writableEnded) return
  res.status(error.status)
  res.setHeader(errorCodeHeader, error.code)
  const { params } = error
  if (params) res.setHeader(errorParamsHeader, paramsText(params))
  res.setHeader('Cache-Control', 'no-store')
  for (const name of headersOfContent) res.removeHeader(name)
  if (error.status === 401) res.setHeader('WWW-Authenticate', 'Bearer')
  if (error.retryAfterSeconds !== undefined) res.setHeader('Retry-After', Math.ceil(error.retryAfterSeconds))
  if (req.endpoint?.failsInText) return void res.type('text/plain').send(error.message)
  const { message, code, endedAt } = error
  const more = { ...(params && { params }), ...(endedAt !== undefined && { endedAt }) }
  res.type('json').json({ error: message, code, ...more })
}

function paramsText(params: Readonly<Record<string, string | number>>): string {
  const texts = Object.entries(params).map(([name, value]): [string, string] => [name, String(value)])
  return new URLSearchParams(texts).toString()
}

/** One row for each kind of error that other people's code throws. */
interface Row {
  matches: (error: Error & { code?: unknown }) => boolean
  code: ErrorCode
}

const { MongoBulkWriteError, MongoServerError, MongoError } = mongoose.mongo

/** What the driver throws when no server answers, or none that can write. */
const unreachable = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoPoolClosedError',
  'MongoPoolClearedError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  'MongoWriteConcernError',
  'MongoExpiredSessionError',
  'DisconnectedError',
  'UnsureWriteError',
])

/** Answers of a server that is stepping down, starting, shutting down, too slow or short of memory, write concerns not met,
 *  and conflicts of writes. */
const notNow = new Set([
  6, 7, 50, 63, 64, 79, 89, 91, 100, 112, 133, 189, 262, 365, 9001, 10107, 11600, 11602, 13435, 13436,
])

/** `OutOfDiskSpace`. */
const outOfDiskSpace = 14_031

const rows: Row[] = [
  { code: 'bad_request', matches: (error) => error instanceof URIError },
  { code: 'bad_request', matches: (error) => error.name === 'ZodError' || error.name === '$ZodError' },
  { code: 'session_ended', matches: (error) => error.name === 'JsonWebTokenError' },
  { code: 'session_ended', matches: (error) => error.name === 'TokenExpiredError' },
  { code: 'bad_request', matches: (error) => error instanceof mongoose.Error.CastError },
  { code: 'bad_request', matches: (error) => error instanceof mongoose.Error.ValidationError },
  { code: 'bad_request', matches: (error) => error.name === 'BSONError' },
  { code: 'one_image_expected', matches: (error) => isUploadError(error, 'LIMIT_UNEXPECTED_FILE') },
  { code: 'one_image_expected', matches: (error) => isUploadError(error, 'LIMIT_FILE_COUNT') },
  { code: 'project_name_too_long', matches: (error) => isUploadError(error, 'LIMIT_FIELD_VALUE', 'name') },
  {
    code: 'design_title_too_long',
    matches: (error) => isUploadError(error, 'LIMIT_FIELD_VALUE', 'designTitle'),
  },
  { code: 'note_too_long', matches: (error) => isUploadError(error, 'LIMIT_FIELD_VALUE', 'note') },
  { code: 'image_not_readable', matches: (error) => isUploadError(error, 'LIMIT_FIELD_VALUE', 'image') },
  { code: 'lines_not_valid', matches: (error) => isUploadError(error, 'LIMIT_FIELD_VALUE', 'lines') },
  { code: 'malformed_upload', matches: (error) => error instanceof MulterError },
  { code: 'body_too_large', matches: (error) => isBodyError(error, 'entity.too.large') },
  { code: 'charset_not_supported', matches: (error) => isBodyError(error, 'encoding.unsupported') },
  // The folder of uploads is on the disk of DATA_DIR.
  { code: 'no_room_left', matches: (error) => error.code === 'ENOSPC' || error.code === 'EDQUOT' },
  {
    code: 'no_room_left',
    // MongoDB has its own code if it checks first; otherwise it repeats the error of the system.
    matches: (error) =>
      error instanceof MongoServerError &&
      (error.code === outOfDiskSpace || error.message.includes('No space left on device')),
  },
  { code: 'database_unavailable', matches: (error) => unreachable.has(error.name) },
  { code: 'database_unavailable', matches: isBrokenSocket },
  {
    code: 'database_unavailable',
    matches: (error) => error instanceof MongoServerError && notNow.has(Number(error.code)),
  },
  {
    code: 'database_unavailable',
    matches: (error) =>
      error instanceof MongoError &&
      (error.hasErrorLabel('RetryableWriteError') || error.hasErrorLabel('TransientTransactionError')),
  },
  {
    code: 'database_unavailable',
    // Mongoose was never connected. Its error has no code for that, only a text.
    matches: (error) =>
      error.name === 'MongooseError' && /bufferCommands|buffering timed out/.test(error.message),
  },
]

/** Turns any thrown value into an AppError. A value that no row recognises becomes `unexpected`. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (!(thrown instanceof Error)) return new AppError('unexpected', { cause: thrown })
  const reason = reasonOf(thrown)
  const row = rows.find(({ matches }) => matches(reason))
  // Middleware sets a status when the request is at fault.
  const code = row?.code ?? (isClientFault(thrown) ? 'bad_request' : 'unexpected')
  return new AppError(code, {
    cause: thrown,
    ...(code === 'database_unavailable' && { retryAfterSeconds: 1 }),
  })
}

function isUploadError(error: Error, code: MulterError['code'], field?: string): boolean {
  return error instanceof MulterError && error.code === code && (field === undefined || error.field === field)
}

/** The body parsers of Express name their errors by a type. */
function isBodyError(error: Error, type: string): boolean {
  return 'type' in error && error.type === type
}

/** When one command writes several documents, the driver wraps a lost connection in an error that looks like
 *  a refusal. */
function reasonOf(error: Error): Error {
  const wrapped: unknown = error instanceof MongoBulkWriteError ? error.errorResponse : null
  return wrapped instanceof Error ? wrapped : error
}

/** An error that the driver passes on unchanged when the database closes a connection during a write. A
 *  visitor who leaves during a request causes ECONNRESET too, but not from a system call. */
function isBrokenSocket(error: Error & { code?: unknown }): boolean {
  return error.code === 'EPIPE' || (error.code === 'ECONNRESET' && 'syscall' in error)
}

function isClientFault(error: Error): boolean {
  return 'status' in error && typeof error.status === 'number' && error.status >= 400 && error.status < 500
}
