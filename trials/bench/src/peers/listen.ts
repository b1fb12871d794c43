import type { Server } from 'node:http'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import { endWithParent, sendToParent } from '../processes/answer'

/** Makes a peer listen on a free loopback port, and reports its address to the parent process. */
export async function listen(server: Server): Promise<void> {
  endWithParent()
  sendToParent({ url: `http://127.0.0.1:${await listenOnFreePort(server)}` })
}
