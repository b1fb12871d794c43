import { request, type ClientRequest, type IncomingHttpHeaders } from 'node:http'
import { liveEventSchema, type LiveEvent } from '@pinmark/shared/events'
import type { TestApp } from './app-under-test'

export interface EventReader {
  status: number
  headers: IncomingHttpHeaders
  /** All received events. */
  events: LiveEvent[]
  /** The `id` of the last event that had one. */
  lastId: () => string | null
  /** The first event that `matches`, received already or later. */
  next: (matches: (event: LiveEvent) => boolean) => Promise<LiveEvent>
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  close: () => void
}

/** Opens the event stream of a project, as a page would. */
export function readEvents(
  app: TestApp,
  projectId: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const address = `${app.url}/projects/${projectId}/events`
    const sent: ClientRequest = request(address, { headers, agent: false }, (answer) => {
      const heard = new HeardEvents()
      answer.setEncoding('utf8').on('data', (text: string) => heard.take(text))
      const ended = new Promise<void>((end) => answer.once('close', () => end()))
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        events: heard.events,
        lastId: () => heard.lastId,
        next: (matches) => heard.next(matches),
        ended,
        close: () => sent.destroy(),
      })
    })
    sent.once('error', reject)
    sent.end()
  })
}

class HeardEvents {
  readonly events: LiveEvent[] = []
  lastId: string | null = null
  #rest = ''
  #waiting: (() => void)[] = []

  take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) this.#takeBlock(block.split('\n'))
    for (const look of this.#waiting.splice(0)) look()
  }

  async next(matches: (event: LiveEvent) => boolean): Promise<LiveEvent> {
    for (;;) {
      const found = this.events.find(matches)
      if (found) return found
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  #takeBlock(lines: string[]): void {
    const valueOf = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    this.lastId = valueOf('id') ?? this.lastId
    const data = valueOf('data')
    if (data !== undefined) this.events.push(liveEventSchema.parse(JSON.parse(data)))
  }
}
