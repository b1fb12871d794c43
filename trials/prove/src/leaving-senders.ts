import { connect, type Socket } from 'node:net'

/** Connections that send complete requests and then close, before the answer has arrived. Each is opened again
 *  at once. The server has to trust one proxy. */
export class LeavingSenders {
  readonly #open = new Set<Socket>()
  #isOver = false
  #begun = 0
  /** Connections that sent everything before they closed. */
  left = 0

  /** @param requests the bytes of one connection; `network` is for its X-Forwarded-For
   *  @param stayMs time between the last byte and closing */
  constructor(
    private readonly port: number,
    private readonly requests: (network: string) => readonly Buffer[],
    private readonly stayMs: number,
    count: number,
  ) {
    for (let each = 0; each < count; each += 1) this.#begin()
  }

  close(): void {
    this.#isOver = true
    for (const socket of this.#open) socket.destroy()
  }

  #begin(): void {
    const socket = connect(this.port, '127.0.0.1')
    this.#open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      this.#open.delete(socket)
      if (!this.#isOver) setTimeout(() => this.#isOver || this.#begin(), 50)
    })
    const network = `198.19.${this.#begun % 250}.1`
    this.#begun += 1
    const pieces = this.requests(network)
    for (const piece of pieces.slice(0, -1)) socket.write(piece)
    socket.write(pieces.at(-1) ?? '', () => {
      this.left += 1
      setTimeout(() => socket.destroy(), this.stayMs)
    })
  }
}
