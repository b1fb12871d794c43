import { isAscii } from 'node:buffer'
import { promisify } from 'node:util'
import express, { type Request, type RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { yieldToEventLoop } from '../../base/pace'

/** Maximum nesting of objects and arrays. No body of the API needs more than two, but clients and test generators may add
 *  keys with values of any shape. */
export const maxBodyDepth = 32
/** Decoding them takes some milliseconds. */
const bytesAtOnce = 1024 * 1024
/** Not `express.json`, which accepts other encodings than UTF-8 and replaces broken characters. */
const readBytes = promisify(express.raw({ type: () => true, limit: limits.maxBodyBytes, inflate: false }))

/** Whether the request may carry a large body once its token has been checked. Its route reads that body itself. */
export function isUpload(req: Request): boolean {
  return req.endpoint?.upload !== undefined
}

/** Reads a JSON body of at most 64 KB into `req.body`; `undefined` without one. The body of a call that takes none is
 *  ignored: it is discarded after the answer.
 *  @throws AppError json_expected, charset_not_supported, body_too_large, malformed_json, body_too_deep, forbidden_key */
export const readJsonBody: RequestHandler = async (req, res, next) => {
  if (!req.endpoint?.body || !hasBody(req)) return next()
  checkJsonType(req.headers['content-type'])
  // Express would read such a body to its end before it answers.
  if (Number(req.headers['content-length'] ?? 0) > limits.maxBodyBytes) {
    if (req.endpoint.takesLongBody) return next()
    throw new AppError('body_too_large')
  }
  await readBytes(req, res)
  const bytes: Buffer = req.body
  req.body = bytes.length === 0 ? undefined : parseJson(await decodeText(bytes))
  next()
}

function hasBody(req: Request): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers
  return encoding !== undefined || (length !== undefined && Number(length) > 0)
}

/** @throws AppError json_expected, charset_not_supported */
export function checkJsonType(contentType: string | undefined): void {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  if (!/^application\/(json|[\w.+-]+\+json)$/.test(type.trim())) throw new AppError('json_expected')
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='))
  if (charset !== undefined && !/^\s*charset="?utf-?8"?\s*$/.test(charset)) {
    throw new AppError('charset_not_supported')
  }
}

/** @throws AppError malformed_json for what is not UTF-8 */
export async function decodeText(bytes: Buffer): Promise<string> {
  // Several times as fast, for the megabytes of an image as text.
  if (isAscii(bytes)) return bytes.toString('latin1')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  try {
    for (let at = 0; at < bytes.length; at += bytesAtOnce) {
      if (at > 0) await yieldToEventLoop()
      text += decoder.decode(bytes.subarray(at, at + bytesAtOnce), { stream: true })
    }
    return text + decoder.decode()
  } catch (cause) {
    throw new AppError('malformed_json', { cause })
  }
}

/** Parses JSON from outside: of limited depth, without keys that mean something to a database or a prototype.
 *  @throws AppError malformed_json, body_too_deep, forbidden_key */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new AppError('malformed_json', { cause })
  }
  checkShape(value, maxBodyDepth)
  return value
}

function checkShape(value: unknown, depthLeft: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depthLeft === 0) throw new AppError('body_too_deep')
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && isForbidden(key)) throw new AppError('forbidden_key')
    checkShape(inner, depthLeft - 1)
  }
}

function isForbidden(key: string): boolean {
  return key.startsWith('$') || key.includes('.') || /^(__proto__|constructor|prototype)$/.test(key)
}
