import * as liveApi from '@pinmark/shared/api/live'
import { pathTo } from '@pinmark/shared/api/endpoint'
import { AppError } from '@pinmark/shared/page-errors'
import { liveEventSchema, type LiveEvent } from '@pinmark/shared/events'
import { viewerNameHeader, lastEventIdHeader } from '@pinmark/shared/paths'
import type { QueryClient } from '@tanstack/react-query'
import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream'
import { refusePage, toAppError, watchLine } from '../../../lib/answer'
import { noticeSessionEnd } from '../../../lib/api'
import { identityHeaders, readToken } from '../../../lib/identity'

/** Nothing of a stream arrived, though the server sends something at once: a proxy holds it back, or the network is bad. */
class SilentStream extends Error {}

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
const streamBeginsMs = 10_000

/** Reads server-sent events until the server ends them. `EventSource` can send neither a token nor the guest secret.
 *  @throws AppError when the server refuses, or a proxy answers with a page
 *  @throws SilentStream without any data in time; otherwise the error that ended the connection */
async function readEventStream(path: string, options: StreamOptions): Promise<void> {
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
    refusePage(header)
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
      if (done && !hasData) throw new Error('the stream ended without data')
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

interface FollowOptions {
  queryClient: QueryClient
  projectId: string
  /** The name under which others see this visitor. */
  name: string
  /** The position of the page's data among the events. A new connection starts there. */
  position: { current: string | null }
  signal: AbortSignal
  onEvent: (event: LiveEvent) => void
  onConnection: (connection: Connection) => void
}

/** `asking`: a proxy holds the stream back, and the page asks for changes. `lost`: from the second failure in a row on,
 *  since a single failure is common. */
export type Connection = 'live' | 'asking' | 'lost'

/** Reconnects quickly at first: most breaks are short. The last pause repeats. */
const pausesMs = [300, 1_000, 3_000, 10_000]
const longestPauseMs = 20_000
/** Some gateways accept a stream and close it at once. One that ends within this time does not end the row of failures. */
const stayMs = 10_000
const closingCodes = new Set<string>(['project_not_found', 'link_locked', 'link_ended'])
/** The pause between two questions while a proxy holds the stream back. */
const askingPauseMs = 10_000
/** So many questions later the stream is tried again: the proxy may have changed, or the network was only slow. */
const maxQuestions = 60
/** A closed link may open again, a replaced one never does. After these pauses the page waits until it is visible
 *  again or the network returns. */
const closedPausesMs = [20_000, 60_000, 300_000]

/** Receives the events of a project until it is stopped. After a break the next connection starts after the last
 *  received event. For a closed project it tries a few more times, because the project may open again. While a proxy
 *  holds the stream back, it asks for short streams instead, which end by themselves. */
export async function followProject(options: FollowOptions): Promise<void> {
  const { queryClient, projectId, name, position, signal, onEvent, onConnection } = options
  let failures = 0
  /** How often in a row the project was closed. */
  let closures = 0
  let questionsLeft = 0
  while (!signal.aborted) {
    let retryAfterMs = 0
    let openedAt = Infinity
    const hasStayed = () => performance.now() - openedAt >= stayMs
    /** Chooses the next pause. */
    let step = 0
    let hasEnded = false
    const asks = questionsLeft > 0
    questionsLeft -= 1
    try {
      const query = asks ? ({ once: 'true' } as const) : {}
      await readEventStream(pathTo(liveApi.followProject, { params: { projectId }, query }), {
        headers: name === '' ? {} : { [viewerNameHeader]: encodeURIComponent(name) },
        lastEventId: position.current,
        signal,
        ...(!asks && { firstDataMs: streamBeginsMs }),
        onOpen: () => {
          openedAt = performance.now()
          if (!asks) onConnection('live')
          closures = 0
        },
        onEvent: ({ id, data }) => {
          const event = parseEvent(data)
          if (event) onEvent(event)
          if (event?.type === 'project.closed') closures += 1
          // Set only now, so that an event that was not handled is sent again.
          if (id) position.current = id
        },
      })
      hasEnded = true
      if (asks) onConnection('asking')
      const isInOrder = asks || closures > 0 || hasStayed()
      step = isInOrder ? 0 : failures
      failures = isInOrder ? 0 : failures + 1
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof SilentStream && !asks) {
        questionsLeft = maxQuestions
        continue
      }
      questionsLeft = 0
      if (error instanceof AppError && closingCodes.has(error.code)) {
        onEvent({ type: 'project.closed' })
        closures += 1
      }
      retryAfterMs = error instanceof AppError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
      failures = hasStayed() ? 1 : failures + 1
      step = failures
    }
    if (failures > 1) onConnection('lost')
    const openPauseMs = questionsLeft > 0 ? askingPauseMs : (pausesMs[step] ?? longestPauseMs)
    const pauseMs = closures > 0 ? closedPausesMs[closures - 1] : openPauseMs
    const durationMs = pauseMs === undefined ? null : Math.max(retryAfterMs, spread(pauseMs))
    const canAnswer = !hasEnded && closures === 0 && retryAfterMs === 0
    const isCutShort = await pause(durationMs, { signal, answers: canAnswer ? queryClient : null })
    if (isCutShort) failures = 0
  }
}

/** Unknown events of a newer server are ignored. */
function parseEvent(data: string): LiveEvent | null {
  try {
    return liveEventSchema.safeParse(JSON.parse(data)).data ?? null
  } catch {
    // The event was cut off. The next connection sends it again.
    return null
  }
}

/** Keeps a thousand pages from reconnecting at the same moment. */
function spread(pauseMs: number): number {
  return pauseMs * (0.5 + Math.random())
}

interface Interruption {
  signal: AbortSignal
  /** An answer to another call shows that the server can be reached. Null if that should not count. */
  answers: QueryClient | null
}

/** Ends early when the network returns, the page becomes visible or has the focus, or another call is answered. Without a duration
 *  it ends only then.
 *  @returns whether it ended early */
function pause(durationMs: number | null, { signal, answers }: Interruption): Promise<boolean> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = (isEarly: boolean) => {
      clearTimeout(timer)
      ended.abort()
      stopListening?.()
      resolve(isEarly)
    }
    const endEarly = () => end(true)
    const timer = durationMs === null ? undefined : setTimeout(end, durationMs, false)
    signal.addEventListener('abort', endEarly, { signal: ended.signal })
    window.addEventListener('online', endEarly, { signal: ended.signal })
    window.addEventListener('focus', endEarly, { signal: ended.signal })
    document.addEventListener('visibilitychange', () => !document.hidden && endEarly(), {
      signal: ended.signal,
    })
    const stopListening = answers?.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') endEarly()
    })
  })
}
