import type { Request, RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { readBody } from './read-body'

/** Maximum nesting of objects and arrays. No body of the API needs more than two, but clients and test generators may add
 *  keys with values of any shape. */
export const maxBodyDepth = 32
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Whether the request may carry a large body once its token has been checked. Its route reads that body itself. */
export function isUpload(req: Request): boolean {
  return req.endpoint?.upload !== undefined
}

/** Reads a JSON body of at most 64 KB into `req.body`; `undefined` without one. The body of a call that takes none is
 *  ignored: it is discarded after the answer.
 *  @throws AppError json_expected, charset_not_supported, body_too_large, malformed_json, body_too_deep, forbidden_key */
export const readJsonBody: RequestHandler = async (req, _res, next) => {
  if (!req.endpoint?.body || !hasBody(req)) return next()
  checkJsonType(req.headers['content-type'])
  const { 'content-encoding': encoding = 'identity' } = req.headers
  if (encoding.toLowerCase() !== 'identity') throw new AppError('charset_not_supported')
  const bytes = await readBody(req, limits.maxBodyBytes)
  req.body = bytes.length === 0 ? undefined : parseJson(bytes)
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

/** Parses JSON from outside: UTF-8, of limited depth, without keys that mean something to a database or a prototype.
 *  @throws AppError malformed_json, body_too_deep, forbidden_key */
export function parseJson(bytes: Uint8Array): unknown {
  let value: unknown
  try {
    value = JSON.parse(strictUtf8.decode(bytes))
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
