import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import { byteCache } from '../../base/budgets'
import { cutOffWhenStalled, takeMemory } from './send-pieces'

/** A longer text is not kept in memory beside others. */
export const longText = 64 * 1024

/** Answers with JSON as a whole.
 *  @throws AppError answers_waiting when the memory for long ones is used up */
export function sendJson(res: Response, value: unknown): void {
  sendText(res.type('json'), JSON.stringify(value))
}

/** The same for a text whose type is set already. */
export function sendText(res: Response, text: string): void {
  if (text.length > longText) {
    const memory = takeMemory(res, Buffer.byteLength(text))
    res.once('close', () => memory[Symbol.dispose]())
    cutOffWhenStalled(res)
  }
  res.send(text)
}

const pack = promisify(gzip)
/** Limit of the compressed bytes together with their texts, which may be hundreds of times as long. */
const maxPackedBytes = 12 * 1024 * 1024
const packed = byteCache<{ bytes: Buffer; text: string }>(maxPackedBytes)
/** Compressing shorter texts saves nothing, and keeping longer ones takes too much memory. */
const worthKeeping = { from: 1024, to: 1024 * 1024 }

/** Answers with a text that is likely to be requested again unchanged, and compresses it only when it has changed. Its
 *  type is set already.
 *  @param key identifies the request, without a visitor's secret
 *  @throws AppError answers_waiting when it is not kept, and the memory for long texts is used up */
export async function sendKeptText(req: Request, res: Response, key: string, text: string): Promise<void> {
  const isWorthKeeping = text.length >= worthKeeping.from && text.length <= worthKeeping.to
  if (!isWorthKeeping || !req.acceptsEncodings('gzip')) return sendText(res, text)
  res.vary('Accept-Encoding')
  const known = packed.get(key)
  const bytes = known?.text === text ? known.bytes : await pack(text)
  if (known?.text !== text) packed.set(key, { bytes, text })
  // The bytes are those of the cache, which all readers share.
  if (bytes.length > longText) cutOffWhenStalled(res)
  res.setHeader('Content-Encoding', 'gzip')
  res.send(bytes)
}
