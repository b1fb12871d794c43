import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Keeps many connections open that send the head of a request a byte at a time and never complete it. Closed
 *  connections are opened again. */
export class SlowSockets {
  readonly #open = new Set<Socket>()
  readonly #timer: NodeJS.Timeout

  constructor(
    private readonly port: number,
    private readonly count: number,
  ) {
    this.#timer = setInterval(() => this.#keepUp(), 250)
  }

  async reach(count: number): Promise<void> {
    while (this.#open.size < count) await pause(25)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const socket of this.#open) socket.destroy()
  }

  /** In each turn, a fifth of all connections sends one more byte, and at most as many new ones start as the
   *  system queues. */
  #keepUp(): void {
    for (let missing = Math.min(250, this.count - this.#open.size); missing > 0; missing -= 1) this.#begin()
    for (const socket of this.#open) if (Math.random() < 0.2) socket.write('a')
  }

  #begin(): void {
    const socket = connect(this.port, '127.0.0.1')
    socket.on('error', () => socket.destroy())
    socket.once('connect', () => {
      this.#open.add(socket)
      socket.write('GET /instance HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')
    })
    socket.once('close', () => this.#open.delete(socket))
    socket.resume()
  }
}
