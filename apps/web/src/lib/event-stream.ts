import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream'
import { lastEventIdHeader } from '@pinmark/shared/paths'
import { toAppError, watchLine } from './answer'
import { noticeSessionEnd } from './api'
import { identityHeaders, readToken } from './identity'

/** Nothing of a stream arrived, though the server sends something at once: a proxy holds it back, or the network is bad. */
export class SilentStream extends Error {}

interface StreamOptions {
  headers: Record<string, string>
  /** The `id` of the last received event. */
  lastEventId: string | null
  signal: AbortSignal
  /** A stream without any data for this time has failed. */
  firstDataMs?: number
  onOpen: () => void
  onEvent: (event: EventSourceMessage) => void
}

/** Without data for this time, the connection counts as lost. The server sends something at least twice
 *  within it. */
const silenceMs = 60_000

/** The server answers a stream at once. A slow network may need some seconds. */
export const streamBeginsMs = 10_000

/** Reads server-sent events until the server ends them. `EventSource` can send neither a token nor the guest secret.
 *  @throws AppError when the server refuses
 *  @throws SilentStream without any data; otherwise the error that ended the connection */
export async function readEventStream(path: string, options: StreamOptions): Promise<void> {
  const { headers, lastEventId, signal, firstDataMs = silenceMs, onOpen, onEvent } = options
  const sentToken = readToken()
  const line = watchLine(firstDataMs, signal)
  let hasData = false
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
    const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        line.heard(silenceMs)
        if (!hasData) onOpen()
        hasData = true
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
  } catch (error) {
    if (!hasData && line.signal.aborted && !signal.aborted) throw new SilentStream()
    throw error
  } finally {
    line.end()
  }
}
