import { connect, type Socket } from 'node:net'

const held = 12
const pieceBytes = 256 * 1024

/** Uploads that announce their size, send almost all of it and then stop. They are aborted and started again
 *  every `breakOffMs`. */
export class HeldUploads {
  readonly #sockets = new Set<Socket>()
  readonly #timer: NodeJS.Timeout
  #isOver = false
  /** Bytes that the system has accepted for sending. */
  sentBytes = 0

  constructor(
    private readonly port: number,
    private readonly token: string,
    private readonly bytes: number,
    breakOffMs: number,
  ) {
    for (let count = 0; count < held; count += 1) this.#begin()
    this.#timer = setInterval(() => {
      for (const socket of this.#sockets) socket.destroy()
    }, breakOffMs)
  }

  close(): void {
    this.#isOver = true
    clearInterval(this.#timer)
    for (const socket of this.#sockets) socket.destroy()
  }

  #begin(): void {
    const socket = connect(this.port, '127.0.0.1')
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.sentBytes += socket.bytesWritten - socket.writableLength
      if (!this.#isOver) setTimeout(() => this.#isOver || this.#begin(), 100)
    })
    socket.resume()
    const head = [
      'POST /projects HTTP/1.1',
      'Host: 127.0.0.1',
      `Authorization: Bearer ${this.token}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${this.bytes + 500}`,
    ]
    const part =
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
    socket.write(`${head.join('\r\n')}\r\n\r\n${part}`)
    this.#send(socket, this.bytes)
  }

  #send(socket: Socket, left: number): void {
    if (left <= 0 || socket.destroyed) return
    socket.write(Buffer.alloc(Math.min(left, pieceBytes), 7), () => this.#send(socket, left - pieceBytes))
  }
}
