import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import jwt from 'jsonwebtoken'
import mongoose from 'mongoose'
import { MulterError } from 'multer'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { AppError } from '@pinmark/shared/errors'
import type { ErrorCode } from '@pinmark/shared/messages'
import { toAppError } from './error-handler'

const { mongo, Error: MongooseError } = mongoose

function thrownBy(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown.')
}

/** As `insertMany` throws it. */
function lostUnderSeveral() {
  const lost = new mongo.MongoNetworkError('read ECONNRESET')
  // @ts-expect-error -- what was written before is of no interest here
  return new mongo.MongoBulkWriteError(lost, null)
}

/** What Node says of a write to a socket whose other end is closed. */
async function writeAfterEnd(): Promise<unknown> {
  const server = createServer((socket) => socket.end())
  const socket = connect(await listenOnFreePort(server), '127.0.0.1').resume()
  socket.on('error', () => undefined)
  await once(socket, 'end')
  const error = await new Promise((resolve) => socket.write('x', resolve))
  server.close()
  return error
}

const serverError = (code: number) => new mongo.MongoServerError({ message: 'no', code })
const labelled = (label: string) => {
  const error = new mongo.MongoError('no')
  error.addErrorLabel(label)
  return error
}
/** The driver's own error needs a whole topology to be made. */
const named = (name: string) => Object.assign(new Error('no'), { name })
const withStatus = (status: number) => Object.assign(new Error('no'), { status })
/** As the body parsers of Express make them. */
const withType = (type: string, status: number) => Object.assign(withStatus(status), { type })
const secret = 's'.repeat(40)

const cases: [string, ErrorCode, unknown][] = [
  ['our own', 'view_only', new AppError('view_only')],
  ['a broken address', 'bad_request', thrownBy(() => decodeURIComponent('%'))],
  ['zod', 'bad_request', thrownBy(() => z.string().parse(1))],
  ['a token with another signature', 'session_ended', thrownBy(() => jwt.verify('a.b.c', secret))],
  ['an old token', 'session_ended', thrownBy(() => jwt.verify(jwt.sign({ exp: 1 }, secret), secret))],
  ['a value mongoose cannot cast', 'bad_request', new MongooseError.CastError('ObjectId', 'x', '_id')],
  ['a document mongoose refuses', 'bad_request', new MongooseError.ValidationError()],
  ['a connection the database has ended', 'database_unavailable', await writeAfterEnd()],
  ['a connection lost under several documents', 'database_unavailable', lostUnderSeveral()],
  [
    'a connection the database has reset',
    'database_unavailable',
    Object.assign(new Error('write ECONNRESET'), { code: 'ECONNRESET', syscall: 'write' }),
  ],
  ['a visitor who went away', 'unexpected', Object.assign(new Error('aborted'), { code: 'ECONNRESET' })],
  ['a value BSON cannot hold', 'bad_request', new mongo.BSON.BSONError('no')],
  ['a second file', 'one_image_expected', new MulterError('LIMIT_UNEXPECTED_FILE', 'image')],
  ['too many files', 'one_image_expected', new MulterError('LIMIT_FILE_COUNT')],
  ['a long name', 'project_name_too_long', new MulterError('LIMIT_FIELD_VALUE', 'name')],
  ['a long title', 'design_title_too_long', new MulterError('LIMIT_FIELD_VALUE', 'designTitle')],
  ['a long note', 'note_too_long', new MulterError('LIMIT_FIELD_VALUE', 'note')],
  ['an image as text', 'image_not_readable', new MulterError('LIMIT_FIELD_VALUE', 'image')],
  ['too many parts', 'malformed_upload', new MulterError('LIMIT_PART_COUNT')],
  ['a body above the limit', 'body_too_large', withType('entity.too.large', 413)],
  ['a compressed body', 'charset_not_supported', withType('encoding.unsupported', 415)],
  ['a sender who left', 'bad_request', withType('request.aborted', 400)],
  ['a body of another length', 'bad_request', withType('request.size.invalid', 400)],
  ['no room for an upload', 'no_room_left', Object.assign(new Error('no'), { code: 'ENOSPC' })],
  ['a quota that is used up', 'no_room_left', Object.assign(new Error('no'), { code: 'EDQUOT' })],
  ['a full disk', 'no_room_left', serverError(14_031)],
  [
    'a full disk, in the words of the system',
    'no_room_left',
    new mongo.MongoServerError({ message: '28: No space left on device', code: 8 }),
  ],
  ['no connection', 'database_unavailable', new mongo.MongoNetworkError('no')],
  ['no server', 'database_unavailable', named('MongoServerSelectionError')],
  ['no server, says mongoose', 'database_unavailable', named('MongooseServerSelectionError')],
  ['a batch nobody knows the end of', 'database_unavailable', named('UnsureWriteError')],
  ['not connected yet', 'database_unavailable', new mongo.MongoNotConnectedError('no')],
  ['closed', 'database_unavailable', new mongo.MongoTopologyClosedError()],
  ['not the primary', 'database_unavailable', serverError(10_107)],
  ['a primary that steps down', 'database_unavailable', serverError(189)],
  ['a server that shuts down', 'database_unavailable', serverError(91)],
  ['a write concern not met in time', 'database_unavailable', serverError(64)],
  ['a conflict of writes', 'database_unavailable', serverError(112)],
  ['a server without room in its cache', 'database_unavailable', serverError(365)],
  ['an operation that took too long', 'database_unavailable', serverError(50)],
  ['a write that can be tried again', 'database_unavailable', labelled('RetryableWriteError')],
  ['a transaction that can be tried again', 'database_unavailable', labelled('TransientTransactionError')],
  [
    'mongoose before its connection',
    'database_unavailable',
    new MongooseError('Cannot call `users.findOne()` before initial connection if `bufferCommands = false`'),
  ],
  ['middleware that blames the request', 'bad_request', withStatus(416)],
  ['middleware that blames itself', 'unexpected', withStatus(502)],
  ['a duplicate nobody foresaw', 'unexpected', serverError(11_000)],
  ['a bug', 'unexpected', new TypeError('x is not a function')],
  ['something that is no error', 'unexpected', 'text'],
]

test.each(cases)('%s becomes %s', (_what, code, thrown) => {
  const error = toAppError(thrown)
  expect(error.code).toBe(code)
  expect(error === thrown || error.cause === thrown).toBe(true)
})

test('a lost database connection is retryable', () => {
  expect(toAppError(new mongo.MongoNetworkError('no')).retryAfterSeconds).toBe(1)
})
