import { connect, type Socket } from 'node:net'

const connections = 40
const everyMs = 20

/** Sends GET requests at a fixed rate on persistent connections, without waiting for answers. Each has a guest
 *  secret, so that visitors cannot share its read. */
export class Flood {
  readonly #sockets = new Set<Socket>()
  readonly #timer: NodeJS.Timeout
  readonly #request: string
  #isOver = false
  #owed = 0
  #sentAt = performance.now()
  sent = 0
  /** Answers with 429. */
  refused = 0

  /** @param network the address that a trusted proxy would report */
  constructor(
    private readonly port: number,
    path: string,
    network: string,
    perSecond: number,
  ) {
    const secret = 'X-Guest-Secret: AAAAAAAAAAAAAAAAAAAAAA'
    this.#request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${network}\r\n${secret}\r\n\r\n`
    for (let count = 0; count < connections; count += 1) this.#connect()
    this.#timer = setInterval(() => this.#send(perSecond), everyMs)
  }

  close(): void {
    this.#isOver = true
    clearInterval(this.#timer)
    for (const socket of this.#sockets) socket.destroy()
  }

  /** As many as the elapsed time requires, because timers are late on a busy machine. */
  #send(perSecond: number): void {
    const time = performance.now()
    this.#owed += (perSecond * (time - this.#sentAt)) / 1_000
    this.#sentAt = time
    const each = Math.ceil(this.#owed / connections)
    for (const socket of this.#sockets) {
      if (this.#owed < 1) return
      const now = Math.min(Math.floor(this.#owed), each)
      socket.write(this.#request.repeat(now))
      this.#owed -= now
      this.sent += now
    }
  }

  #connect(): void {
    const socket = connect(this.port, '127.0.0.1')
    this.#sockets.add(socket)
    socket.setEncoding('latin1')
    socket.on('data', (text) => (this.refused += String(text).split('HTTP/1.1 429').length - 1))
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      this.#sockets.delete(socket)
      if (!this.#isOver) this.#connect()
    })
  }
}
