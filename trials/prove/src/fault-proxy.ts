import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { listenOnFreePort } from '@pinmark/testbed/free-port'

/** What happens to a connection through the proxy.
 *  - `pass`: nothing.
 *  - `drop-reply`: the request arrives, the first byte of the reply ends the connection: the caller cannot know.
 *  - `half-open`: the connection is accepted, and nothing arrives anywhere.
 *  - `refuse`: the connection ends at once. */
export type Fault = 'pass' | 'drop-reply' | 'half-open' | 'refuse'

/** A TCP proxy in front of a server on this machine. It injects faults. */
export class FaultProxy {
  readonly #server: Server
  readonly #open = new Set<Socket>()
  /** Called once per connection. */
  chooseFault: () => Fault = () => 'pass'
  /** Delay of every chunk in both directions. */
  delayMs = 0
  port = 0

  private constructor(targetPort: number) {
    this.#server = createServer((near) => this.#join(near, targetPort))
  }

  static async to(targetPort: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(targetPort)
    proxy.port = await listenOnFreePort(proxy.#server)
    return proxy
  }

  /** Closes every connection that is open at this moment. */
  cut(): void {
    for (const socket of this.#open) socket.destroy()
  }

  async close(): Promise<void> {
    this.#server.close()
    this.cut()
    await once(this.#server, 'close')
  }

  #join(near: Socket, targetPort: number): void {
    const fault = this.chooseFault()
    this.#keep(near)
    if (fault === 'half-open') return
    if (fault === 'refuse') return void near.destroy()
    const far = connect(targetPort, '127.0.0.1')
    this.#keep(far)
    near.on('data', (chunk) => this.#later(() => far.write(chunk)))
    near.on('end', () => this.#later(() => far.end()))
    far.on('end', () => this.#later(() => near.end()))
    far.on('data', (chunk) => {
      if (fault === 'drop-reply') {
        near.resetAndDestroy()
        far.destroy()
      } else this.#later(() => near.write(chunk))
    })
    near.once('close', () => far.destroy())
    far.once('close', () => this.#later(() => near.destroy()))
  }

  #keep(socket: Socket): void {
    this.#open.add(socket)
    // Broken connections are intended here.
    socket.on('error', () => socket.destroy())
    socket.once('close', () => this.#open.delete(socket))
  }

  #later(act: () => void): void {
    if (this.delayMs === 0) act()
    else setTimeout(act, this.delayMs)
  }
}
