import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Number of networks that the readers come from. None of them is 203.0.113.0/24. */
const networks = 20

/** Keeps `count` connections open that request an answer. Half of them read a little of it at times, the others
 *  read nothing. When the server closes a connection, it is opened again after the socket has noticed. A
 *  connection that reads nothing does not notice. The server has to trust one proxy. */
export class SlowReaders {
  readonly #open = new Set<Socket>()
  #connected = 0
  readonly #timer: NodeJS.Timeout
  #begun = 0

  /** @param path an answer of several megabytes
   *  @param senders headers of the visitors, who take turns */
  constructor(
    private readonly port: number,
    private readonly path: string,
    private readonly count: number,
    private readonly senders: readonly Record<string, string>[] = [{}],
  ) {
    this.#timer = setInterval(() => this.#keepUp(), 250)
  }

  /** Resolves when this number of connections has been made. */
  async reach(count: number): Promise<void> {
    while (this.#connected < count) await pause(25)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const socket of this.#open) socket.destroy()
  }

  #keepUp(): void {
    for (let missing = Math.min(250, this.count - this.#open.size); missing > 0; missing -= 1) this.#begin()
    // Half of the readers never read.
    for (const [at, socket] of [...this.#open].entries()) if (at % 2 === 0) socket.read(1)
  }

  #begin(): void {
    // The stream is paused, so that unread data stay in the buffers of the system, and then of the server.
    const socket = connect(this.port, '127.0.0.1')
    const network = `198.18.${this.#begun % networks}.1`
    const sender = Object.entries(this.senders[this.#begun % this.senders.length] ?? {})
    const headers = [['Host', '127.0.0.1'], ['X-Forwarded-For', network], ...sender]
    this.#begun += 1
    this.#open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('connect', () => (this.#connected += 1))
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(`GET ${this.path} HTTP/1.1\r\n${head}\r\n`)
    socket.once('close', () => this.#open.delete(socket))
  }
}
