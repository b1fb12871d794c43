import { once } from 'node:events'
import type { Server } from 'node:http'
import { endWithParent, sendToParent } from '../processes/answer'

/** Makes a peer listen on a free loopback port, and reports its address to the parent process. */
export async function listen(server: Server): Promise<void> {
  endWithParent()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The peer has no port.')
  sendToParent({ url: `http://127.0.0.1:${address.port}` })
}
