import type { Request } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { ByteBlocks } from '../../base/byte-blocks'

/** The bytes of a body. A body of more than `maxBytes` is refused at once and not read further.
 *  @throws AppError body_too_large, bad_request when the sender left half-way */
export function readBody(req: Request, maxBytes: number): Promise<Buffer> {
  const announced = Number(req.headers['content-length'] ?? 0)
  if (announced > maxBytes) return Promise.reject(new AppError('body_too_large'))
  return new Promise((resolve, reject) => {
    const blocks = new ByteBlocks()
    const refuse = (error: AppError) => {
      req.off('data', take)
      reject(error)
    }
    const take = (chunk: Buffer) => {
      if (blocks.length + chunk.length > maxBytes) refuse(new AppError('body_too_large'))
      else blocks.add(chunk)
    }
    const leave = () => refuse(new AppError('bad_request'))
    req.on('data', take)
    req.once('end', () => {
      req.off('close', leave)
      resolve(blocks.take())
    })
    req.once('error', (cause) => refuse(new AppError('bad_request', { cause })))
    req.once('close', leave)
  })
}
