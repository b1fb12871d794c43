import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { MongoClient } from 'mongodb'
import { endWithThisProcess, removeWithThisProcess } from './end-with-process'
import { freePort } from './free-port'

export type { Db } from 'mongodb'

const finder = fileURLToPath(new URL('../../../apps/api/dist/find-mongod.js', import.meta.url))
const setName = 'testbed'

/** A real MongoDB replica set on loopback, with one node or several. Nodes can be killed, frozen and
 *  restarted. */
export class MongoSet {
  private constructor(
    readonly nodes: readonly MongoNode[],
    private readonly folder: string,
    private readonly forgetFolder: () => void,
  ) {}

  /** Starts the nodes and waits for a primary.
   *  @param compressors the compressors of messages that it accepts, as in `--networkMessageCompressors` */
  static async start({ members = 1, compressors = 'disabled' } = {}): Promise<MongoSet> {
    const binary = await findMongod()
    const folder = await mkdtemp(join(tmpdir(), 'pinmark-mongo-'))
    const nodes: MongoNode[] = []
    for (let index = 0; index < members; index += 1) {
      nodes.push(new MongoNode(binary, join(folder, String(index)), await freePort(), compressors))
    }
    const set = new MongoSet(nodes, folder, removeWithThisProcess(folder))
    try {
      await Promise.all(nodes.map((node) => node.start()))
      await set.#initiate()
      return set
    } catch (error) {
      await set.remove()
      throw error
    }
  }

  /** The address for MONGODB_URI. Any database name is allowed, because there are no users. */
  uri(database = 'pinmark'): string {
    const hosts = this.nodes.map(({ host }) => host).join(',')
    return `mongodb://${hosts}/${database}?replicaSet=${setName}`
  }

  /** A client of the raw driver during `work`. */
  async withClient<T>(work: (client: MongoClient) => Promise<T>): Promise<T> {
    const client = new MongoClient(this.uri())
    try {
      return await work(await client.connect())
    } finally {
      await client.close()
    }
  }

  /** The present primary; waits for an election if there is none. */
  async primary(): Promise<MongoNode> {
    for (;;) {
      for (const node of this.nodes) {
        if (await node.isPrimary()) return node
      }
      await pause(50)
    }
  }

  /** Waits until there is a primary and every other node follows it. */
  async settled(): Promise<void> {
    for (;;) {
      const primary = await this.primary()
      const states = await Promise.all(this.nodes.map((node) => node.state()))
      if (states.every((state, at) => state === (this.nodes[at] === primary ? 'primary' : 'secondary')))
        return
      await pause(50)
    }
  }

  /** Stops all nodes at once and removes their files. */
  async remove(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()))
    await rm(this.folder, { recursive: true, force: true })
    this.forgetFolder()
  }

  async #initiate(): Promise<void> {
    const [first] = this.nodes
    if (!first) throw new Error('A set needs a node.')
    const members = this.nodes.map(({ host }, _id) => ({ _id, host }))
    await first.direct(async (client) => {
      await client.db('admin').command({
        replSetInitiate: { _id: setName, members, settings: { electionTimeoutMillis: 2_000 } },
      })
    })
    await this.primary()
  }
}

/** One `mongod` of a set. */
export class MongoNode {
  readonly host: string
  #process: ChildProcess | undefined

  constructor(
    private readonly binary: string,
    private readonly folder: string,
    readonly port: number,
    private readonly compressors: string,
  ) {
    this.host = `127.0.0.1:${port}`
  }

  get pid(): number {
    const pid = this.#process?.pid
    if (pid === undefined) throw new Error('The node was not started.')
    return pid
  }

  /** Starts it on its existing files, and waits until it answers. */
  async start(): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    const child = spawn(
      this.binary,
      [
        ...['--dbpath', this.folder, '--port', String(this.port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
        ...['--replSet', setName, '--logpath', join(this.folder, 'mongod.log'), '--logappend', '--quiet'],
        ...['--networkMessageCompressors', this.compressors],
        ...['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '256'],
        ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
        ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=0'],
        // As the embedded one and that of compose.yaml. A killed server leaves its transaction open.
        ...['--setParameter', 'transactionLifetimeLimitSeconds=5'],
      ],
      { stdio: 'ignore' },
    )
    this.#process = child
    endWithThisProcess(child)
    // A client that finds the port closed retries only half a second later.
    while (!(await isListening(this.port)) || !(await this.answers())) {
      if (child.exitCode !== null) throw new Error(`mongod ended with ${child.exitCode}.`)
      await pause(25)
    }
  }

  /** Kills it and waits for its end. */
  async kill(): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Freezes it until `thaw`, with its sockets open, like a hanging disk. */
  freeze(): void {
    this.#process?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process?.kill('SIGCONT')
  }

  async answers(): Promise<boolean> {
    return (await this.#hello()) !== null
  }

  async isPrimary(): Promise<boolean> {
    return (await this.state()) === 'primary'
  }

  async state(): Promise<'primary' | 'secondary' | 'other'> {
    const hello = await this.#hello()
    if (hello?.['isWritablePrimary'] === true) return 'primary'
    return hello?.['secondary'] === true ? 'secondary' : 'other'
  }

  /** A client that speaks to this node alone. */
  async direct<T>(work: (client: MongoClient) => Promise<T>): Promise<T> {
    const client = new MongoClient(`mongodb://${this.host}/?directConnection=true`, {
      serverSelectionTimeoutMS: 1_000,
    })
    try {
      return await work(await client.connect())
    } finally {
      await client.close()
    }
  }

  async #hello(): Promise<Record<string, unknown> | null> {
    try {
      return await this.direct((client) => client.db('admin').command({ hello: 1 }))
    } catch {
      // The node is away, which is an answer too.
      return null
    }
  }
}

let found: Promise<string> | undefined

/** The `mongod` that Pinmark would use; looked up once. */
export function findMongod(): Promise<string> {
  return (found ??= lookForMongod())
}

async function lookForMongod(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [finder], { timeout: 300_000 })
  return stdout.trim()
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const tell = (isOpen: boolean) => () => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', tell(true)).once('error', tell(false))
  })
}
