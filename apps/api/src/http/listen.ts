import type { Server } from 'node:http'
import { connect, createServer, type Server as NetServer } from 'node:net'
import { StartError } from '../base/start-error'

/** Length of the queue of connections that the system has ready; Linux allows at most `net.core.somaxconn`.
 *  With a short queue, clients that open many connections at once delay all others for a second or more. */
const backlog = 4_096

interface ListenAddress {
  port: number
  /** null: every address of this machine. */
  host: string | null
}

/** Finds the most common mistakes before the database starts: a port that another program uses, and a HOST
 *  that this machine does not have. It does not open the port even for a moment, because a program may
 *  wait for it.
 *  @throws StartError */
export async function checkListenAddress({ port, host }: ListenAddress): Promise<void> {
  if (host !== null) {
    const trial = createServer()
    await open(trial, { port: 0, host })
    trial.close()
  }
  if (port !== 0 && (await isTaken(port, host ?? 'localhost'))) throw inUse(port)
}

/** Opens the port.
 *  @returns the port, which the system chose when 0 was asked for
 *  @throws StartError */
export async function listen(server: Server, wanted: ListenAddress): Promise<number> {
  await open(server, wanted)
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : wanted.port
}

async function open(server: NetServer, { port, host }: ListenAddress): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, backlog, ...(host !== null && { host }) }, () => {
      server.off('error', reject)
      resolve()
    })
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? inUse(port)
      : new StartError(explain(error, port, host), { cause: error })
  })
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1_000 })
    const tell = (isOpen: boolean) => () => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', tell(true)).once('error', tell(false)).once('timeout', tell(false))
  })
}

function inUse(port: number): StartError {
  return new StartError(
    `Port ${port} is already in use. Stop the program that uses it, or set PORT to another number.`,
  )
}

function explain(error: NodeJS.ErrnoException, port: number, host: string | null): string {
  if (error.code === 'EACCES') {
    return `This user is not allowed to open port ${port}. Set PORT to a number above 1023.`
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `HOST is "${host}", which is not an address of this machine. Leave it out to use all of them.`
  }
  return `Port ${port} cannot be opened (${error.code ?? error.message}). Set PORT or HOST to something else.`
}
