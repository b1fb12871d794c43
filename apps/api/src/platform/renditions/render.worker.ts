import sharp from 'sharp'
import { AppError } from '@pinmark/shared/errors'
import { makeRenditions } from './make-renditions'
import { exitCodes, maxWorkerBytes, requestSchema, type Reply } from './renditions'

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

process.on('message', (message) => {
  void answer(message).then((reply) => process.send?.(reply))
})
process.send?.('ready')

async function answer(message: unknown): Promise<Reply> {
  const { bytes, sourceType, maxCpuMs } = requestSchema.parse(message)
  const watch = keepWithin(maxCpuMs)
  try {
    return { made: await makeRenditions(bytes, sourceType) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const detail = error.cause instanceof Error ? error.cause.message.slice(0, 1_000) : ''
    return { refused: error.code, detail }
  } finally {
    clearInterval(watch)
  }
}

/** Decoding runs on other threads, so this one is free to look at the clock and the memory. */
function keepWithin(maxCpuMs: number): NodeJS.Timeout {
  const start = process.cpuUsage()
  return setInterval(() => {
    const { user, system } = process.cpuUsage(start)
    if ((user + system) / 1_000 > maxCpuMs) process.exit(exitCodes.time)
    if (process.memoryUsage.rss() > maxWorkerBytes) process.exit(exitCodes.memory)
  }, 25)
}
