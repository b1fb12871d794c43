import type { Request } from 'express'
import { AppError } from '@pinmark/shared/errors'

/** The bytes of a body. A body of more than `maxBytes` is refused at once and not read further.
 *  @throws AppError body_too_large, bad_request when the sender left half-way */
export function readBody(req: Request, maxBytes: number): Promise<Buffer> {
  const announced = Number(req.headers['content-length'] ?? 0)
  if (announced > maxBytes) return Promise.reject(new AppError('body_too_large'))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const refuse = (error: AppError) => {
      req.off('data', take)
      reject(error)
    }
    const take = (chunk: Buffer) => {
      length += chunk.length
      if (length > maxBytes) refuse(new AppError('body_too_large'))
      else chunks.push(chunk)
    }
    const leave = () => refuse(new AppError('bad_request'))
    req.on('data', take)
    req.once('end', () => {
      req.off('close', leave)
      resolve(Buffer.concat(chunks, length))
    })
    req.once('error', (cause) => refuse(new AppError('bad_request', { cause })))
    req.once('close', leave)
  })
}
