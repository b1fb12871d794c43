import { get } from 'node:http'
import { z } from 'zod'
import { inParallel } from './in-parallel'

const rushSchema = z.object({ page: z.string(), calls: z.number(), atOnce: z.number() })

process.on('message', (message) => {
  const rush = rushSchema.parse(message)
  void open(rush).then((opened) => process.send?.(opened))
})

async function open({ page, calls, atOnce }: z.infer<typeof rushSchema>) {
  const ms: number[] = []
  let refused = 0
  await inParallel(Array.from({ length: calls }), atOnce, async () => {
    const start = performance.now()
    if (await isServed(page)) ms.push(performance.now() - start)
    else refused += 1
  })
  return { ms, refused }
}

/** Uses a new connection, as a new visitor does. */
async function isServed(page: string): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { 'X-Forwarded-For': '203.0.113.9' }
    const request = get(page, { agent: false, headers, timeout: 2_000 }, (answer) => {
      answer.once('close', () => resolve(answer.complete && answer.statusCode === 200))
      answer.resume()
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
  })
}
