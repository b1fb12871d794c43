import { connect } from 'node:net'

/** Sends raw bytes and collects the answer until the server closes, or is silent for a while.
 *  @param options.firstByteMs longest wait for the beginning of the answer
 *  @param options.quietMs longest wait for more of it */
export function sendRaw(
  port: number,
  bytes: string | Buffer,
  { firstByteMs = 20_000, quietMs = 400 } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setTimeout(firstByteMs, () => socket.destroy())
    socket.on('data', (chunk) => {
      socket.setTimeout(quietMs)
      answer += chunk.toString('latin1')
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close while bytes are still being sent.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => resolve(answer))
    socket.write(bytes)
  })
}

/** The status of every answer on a connection. */
export function statusesIn(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
