import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, call, type CallOptions, type Owner } from '@pinmark/testbed/client'
import type { Random } from '@pinmark/testbed/random'
import { drawNoise } from '@pinmark/testbed/test-image'
import { ProjectWriter, type Send } from './project-writer'

interface WritersOptions {
  /** Servers of one database, used in turn. The list may change during the run. */
  urls: readonly string[]
  owner: Owner
  random: Random
  count: number
}

/** Number of writes to a project before the next one is created. */
const stepsPerProject = 60
/** Longer than any start, even on a busy machine. */
const giveUpAfterMs = 60_000

/** How long a load balancer avoids a server that refused a connection or asked to close one. */
const avoidMs = 2_000

/** Several writers with a project each, until they are stopped. After a missing answer, a writer compares the
 *  acknowledged with the stored facts as soon as possible, and continues. */
export class Writers {
  readonly #all: ProjectWriter[] = []
  readonly #lost: string[] = []
  #work: Promise<void> | undefined
  #isStopped = false
  #turn = 0
  /** Until this time, the server is avoided if there is another one. */
  readonly #avoided = new Map<string, number>()
  /** Calls that got no answer, 503 or 507, with the reason. */
  readonly unanswered: string[] = []

  private constructor(private readonly options: WritersOptions) {}

  static async start(options: WritersOptions): Promise<Writers> {
    const writers = new Writers(options)
    const image = await drawNoise(options.random, 200)
    writers.#work = Promise.all(Array.from({ length: options.count }, () => writers.#writeOn(image))).then(
      () => undefined,
    )
    // `stop` reports the failures of the writers.
    writers.#work.catch(() => undefined)
    return writers
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#work
  }

  /** Waits for this number of further acknowledged writes. */
  async acknowledge(count: number): Promise<void> {
    const goal = this.#acknowledged + count
    while (this.#acknowledged < goal) await Promise.race([pause(5), this.#work])
  }

  /** Reads everything back. @returns the acknowledged facts that are not stored */
  async compare(): Promise<{ lost: string[]; acknowledged: number; facts: number }> {
    const late = await Promise.all(this.#all.map((writer) => this.#compareOne(writer)))
    return {
      lost: [...new Set([...this.#lost, ...late.flat()])],
      acknowledged: this.#acknowledged,
      facts: this.#all.reduce((sum, writer) => sum + writer.facts, 0),
    }
  }

  get #acknowledged(): number {
    return this.#all.reduce((sum, writer) => sum + writer.acknowledged, 0)
  }

  async #writeOn(image: Buffer): Promise<void> {
    const { owner, random } = this.options
    while (!this.#isStopped) {
      const writer = new ProjectWriter(this.#send, owner, random, image)
      this.#all.push(writer)
      let isAnswered = await writer.begin()
      // Without a project there is nothing to compare.
      if (!isAnswered) await pause(500)
      for (let step = 0; step < stepsPerProject && !this.#isStopped; step += 1) {
        if (!isAnswered) this.#lost.push(...(await this.#compareOne(writer)))
        if (!writer.canGoOn) break
        isAnswered = await writer.step()
      }
      this.#lost.push(...writer.refused)
    }
  }

  /** Retries until there is an answer. */
  async #compareOne(writer: ProjectWriter): Promise<string[]> {
    const giveUpAt = Date.now() + giveUpAfterMs
    while (Date.now() < giveUpAt) {
      const lost = await writer.lost()
      if (lost) return lost
      await pause(50)
    }
    throw new Error('The server did not come back.')
  }

  /** The servers, starting with another one each time. Those that are about to stop come last. */
  #inTurn(): string[] {
    const { urls } = this.options
    this.#turn += 1
    const first = this.#turn % urls.length
    const isAvoided = (url: string) => (this.#avoided.get(url) ?? 0) > Date.now()
    const order = [...urls.slice(first), ...urls.slice(0, first)]
    return [...order.filter((url) => !isAvoided(url)), ...order.filter(isAvoided)]
  }

  readonly #send: Send = async <T>(path: string, options: CallOptions = {}) => {
    let answer: Answer<T> | Failure = 'refused'
    // A refused connection carried no request. A load balancer uses the next server, and so does this.
    for (const url of this.#inTurn()) {
      answer = await attempt<T>(`${url}${path}`, options)
      const isClosing = typeof answer === 'object' && answer.headers.get('connection') === 'close'
      if (answer === 'refused' || isClosing) this.#avoided.set(url, Date.now() + avoidMs)
      if (answer !== 'refused') break
    }
    // 507: the disk is full, which is not an error of the server.
    if (typeof answer === 'string' || answer.status === 503 || answer.status === 507) {
      this.unanswered.push(
        `${options.method ?? 'GET'} ${path}: ${typeof answer === 'string' ? answer : JSON.stringify(answer.body)}`,
      )
      await pause(20)
      return null
    }
    return answer
  }
}

/** `refused` if the connection was refused, else the reason why there was no answer. */
type Failure = 'refused' | (string & {})

async function attempt<T>(url: string, options: CallOptions): Promise<Answer<T> | Failure> {
  try {
    return await call<T>(url, options)
  } catch (error) {
    // The connection broke (TypeError) or the time was over (DOMException). The outcome of the request is unknown.
    if (error instanceof DOMException) return 'no answer in time'
    if (!(error instanceof TypeError)) throw error
    const { cause } = error
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
    return code === 'ECONNREFUSED' ? 'refused' : code
  }
}
