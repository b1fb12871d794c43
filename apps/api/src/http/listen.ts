import type { Server } from 'node:http'
import { StartError } from '../platform/start-error'

interface Place {
  port: number
  /** null: every address of this machine. */
  host: string | null
}

/** Opens the port.
 *  @returns the port, which the system chose when 0 was asked for
 *  @throws StartError */
export async function listen(server: Server, { port, host }: Place): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host !== null && { host }) }, () => {
      server.off('error', reject)
      resolve()
    })
  }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(explain(error, port, host), { cause: error })
  })
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : port
}

function explain(error: NodeJS.ErrnoException, port: number, host: string | null): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Stop the program that uses it, or set PORT to another number.`
  }
  if (error.code === 'EACCES') {
    return `This user may not open port ${port}. Set PORT to a number above 1023.`
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `HOST is "${host}", which is no address of this machine. Leave it out to use all of them.`
  }
  return `Port ${port} cannot be opened (${error.code ?? error.message}). Set PORT or HOST to something else.`
}
