import { once } from 'node:events'
import { z } from 'zod'
import { SlowReaders } from './slow-readers'
import { SlowSockets } from './slow-sockets'

const [message]: unknown[] = await once(process, 'message')
const { port, path, senders, readers } = z
  .object({ port: z.number(), path: z.string(), senders: z.number(), readers: z.number() })
  .parse(message)
const sending = new SlowSockets(port, senders)
const reading = new SlowReaders(port, path, readers)
await Promise.all([sending.reach(0.9 * senders), reading.reach(readers)])
process.send?.('reached')
