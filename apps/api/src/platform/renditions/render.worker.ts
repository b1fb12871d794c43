import sharp from 'sharp'
import { AppError } from '@pinmark/shared/errors'
import { makeRenditions } from './make-renditions'
import { maxWorkerBytes, memoryExitCode, requestSchema, type Reply } from './renditions'

// A process of its own: whatever bytes from strangers do to a decoder, it happens here and not in the API.

sharp.cache(false)
// One thread per operation: the renditions of one image are made side by side already.
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
})

process.on('disconnect', () => process.exit())
// Ctrl-C and a service manager reach the whole group; the API still finishes what it accepted, then disconnects.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

setInterval(() => {
  if (process.memoryUsage.rss() > maxWorkerBytes) process.exit(memoryExitCode)
}, 25).unref()

process.on('message', (message) => {
  void answer(message).then((reply) => process.send?.(reply))
})
process.send?.('ready')

async function answer(message: unknown): Promise<Reply> {
  const { bytes, sourceType } = requestSchema.parse(message)
  try {
    return { made: await makeRenditions(bytes, sourceType) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return {
      refused: error.code,
      detail: error.cause instanceof Error ? error.cause.message.slice(0, 1_000) : '',
    }
  }
}
