import { chmod, mkdir } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { hasCode, StartError } from '../../base/failures'

/** The address of the embedded database: a Unix socket in a folder that only its owner can enter, or a port
 *  on loopback where there are no such sockets. */
export type NodeAddress = { socket: string } | { port: number }

/** The longest path that fits into the system's structure: 103 bytes on macOS, 107 on Linux. */
const longestSocketPath = 103

/** The socket below the data folder, in a private folder; null on Windows and if the path is too long.
 *  @throws StartError when something else is in the place of the folder */
export async function prepareSocket(dataDir: string): Promise<NodeAddress | null> {
  const folder = join(dataDir, 'socket')
  const socket = join(folder, 'mongod.sock')
  if (process.platform === 'win32' || Buffer.byteLength(socket) > longestSocketPath) return null
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    if (!hasCode(cause, 'EEXIST', 'ENOTDIR')) throw cause
    throw new StartError(`${folder} is not a folder. Delete it, so that Pinmark can create the folder.`, {
      cause,
    })
  })
  // Set explicitly, because the folder may exist already and the umask may differ.
  await chmod(folder, 0o700)
  return { socket }
}

/** A port on loopback, the preferred one if it is free. */
export async function choosePort(preferred: number): Promise<NodeAddress> {
  return { port: await freePort(preferred) }
}

/** The name of the node in the configuration of its replica set. */
export function memberHost(address: NodeAddress): string {
  return 'socket' in address ? address.socket : `127.0.0.1:${address.port}`
}

/** The same in a connection string. The driver has to connect directly: it lower-cases the names that a replica set
 *  reports, and a path in lower case is another path. */
export function uriHost(address: NodeAddress): string {
  return encodeURIComponent(memberHost(address)).replace('%3A', ':')
}

/** Whether something accepts connections at this address. */
export function acceptsConnections(address: NodeAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = 'socket' in address ? connect(address.socket) : connect(address.port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** The preferred port on loopback if it is free, else any free one. */
export async function freePort(preferred: number): Promise<number> {
  return (await tryPort(preferred)) ?? (await tryPort(0)) ?? 0
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null))
    })
  })
}
