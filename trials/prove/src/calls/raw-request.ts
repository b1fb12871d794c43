import { connect } from 'node:net'

interface RawAnswers {
  /** Of every answer on the connection, in order. */
  statuses: number[]
}

/** Sends bytes over their own connection and reads until the server closes it, or has been silent for a second.
 *  @param halfClose end the sending side at once */
export function sendRaw(port: number, bytes: Uint8Array, halfClose: boolean): Promise<RawAnswers> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let text = ''
    const done = () => {
      socket.destroy()
      resolve({ statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)) })
    }
    socket.setTimeout(3_000, done)
    // A server that refuses may close the connection while the client still writes. The answer that it sent before
    // counts.
    socket.once('error', done).once('close', done).once('end', done)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (text.includes('text/event-stream')) done()
    })
    if (halfClose) socket.end(bytes)
    else socket.write(bytes)
  })
}
