import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream'
import { lastEventIdHeader } from '@pinmark/shared/paths'
import { toAppError } from './answer'
import { noticeSessionEnd } from './api'
import { identityHeaders, readToken } from './identity'
import { watchLine } from './line'

interface StreamOptions {
  headers: Record<string, string>
  /** The `id` of the last received event. */
  lastEventId: string | null
  signal: AbortSignal
  onOpen: () => void
  onEvent: (event: EventSourceMessage) => void
}

/** Without data for this time, the connection counts as lost. The server sends something at least twice
 *  within it. */
const silenceMs = 60_000

/** Reads server-sent events until the server ends them. `EventSource` can send neither a token nor the guest secret.
 *  @throws AppError when the server refuses; otherwise the error that ended the connection */
export async function readEventStream(path: string, options: StreamOptions): Promise<void> {
  const { headers, lastEventId, signal, onOpen, onEvent } = options
  const sentToken = readToken()
  const line = watchLine(silenceMs, signal)
  try {
    const response = await fetch(path, {
      headers: {
        Accept: 'text/event-stream',
        ...identityHeaders(),
        ...headers,
        ...(lastEventId !== null && { [lastEventIdHeader]: lastEventId }),
      },
      cache: 'no-store',
      signal: line.signal,
    })
    const header = (name: string) => response.headers.get(name)
    noticeSessionEnd(header, sentToken)
    if (!response.ok || !response.body) {
      throw toAppError({ status: response.status, body: await response.text(), header })
    }
    onOpen()
    const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        line.heard()
        controller.enqueue(chunk)
      },
    })
    const events = response.body
      .pipeThrough(heard)
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader()
    for (;;) {
      const { done, value } = await events.read()
      if (done) return
      onEvent(value)
    }
  } finally {
    line.end()
  }
}
