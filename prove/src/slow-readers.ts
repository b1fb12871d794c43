import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** The readers come from this many networks; 203.0.113.0/24 is none of them. */
const networks = 20

/** Keeps `count` connections open that ask for an answer. Every second one then reads a little of it now and then, the
 *  others read nothing. A connection that the server closed is opened again once the socket notices, which one that
 *  reads nothing does not. The server has to trust one proxy. */
export class SlowReaders {
  readonly #open = new Set<Socket>()
  #connected = 0
  readonly #timer: NodeJS.Timeout
  #isOver = false
  #begun = 0
  /** Connections that the server has ended. */
  ended = 0

  /** @param path an answer of megabytes */
  constructor(
    private readonly port: number,
    private readonly path: string,
    private readonly count: number,
  ) {
    this.#timer = setInterval(() => this.#keepUp(), 250)
  }

  /** Resolves when so many connections were made. */
  async reach(count: number): Promise<void> {
    while (this.#connected < count) await pause(25)
  }

  close(): void {
    this.#isOver = true
    clearInterval(this.#timer)
    for (const socket of this.#open) socket.destroy()
  }

  #keepUp(): void {
    for (let missing = Math.min(250, this.count - this.#open.size); missing > 0; missing -= 1) this.#begin()
    // Half of them never read at all.
    for (const [at, socket] of [...this.#open].entries()) if (at % 2 === 0) socket.read(1)
  }

  #begin(): void {
    // The stream never flows, so that unread data stay with the system, and then with the server.
    const socket = connect(this.port, '127.0.0.1')
    const network = `198.18.${this.#begun % networks}.1`
    this.#begun += 1
    this.#open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('connect', () => (this.#connected += 1))
    socket.write(`GET ${this.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${network}\r\n\r\n`)
    socket.once('close', () => {
      this.#open.delete(socket)
      if (!this.#isOver) this.ended += 1
    })
  }
}
