import { pathTo } from '@pinmark/shared/api/endpoint'
import * as liveApi from '@pinmark/shared/api/live'
import { AppError } from '@pinmark/shared/errors'
import { liveEventSchema, type LiveEvent } from '@pinmark/shared/events'
import { viewerNameHeader } from '@pinmark/shared/paths'
import type { QueryClient } from '@tanstack/react-query'
import { readEventStream } from '../../../lib/event-stream'

interface FollowOptions {
  queryClient: QueryClient
  projectId: string
  /** The name under which others see this visitor. */
  name: string
  /** The position of the page's data among the events. A new connection starts there. */
  position: { current: string | null }
  signal: AbortSignal
  onEvent: (event: LiveEvent) => void
  /** False from the second failure in a row on, since a single failure is common. */
  onConnected: (isConnected: boolean) => void
}

/** Reconnects quickly at first: most breaks are short. The last pause repeats. */
const pausesMs = [300, 1_000, 3_000, 10_000]
const longestPauseMs = 20_000
const closingCodes = new Set<string>(['project_not_found', 'link_locked', 'link_ended'])
/** A closed link may open again, a replaced one never does. After these pauses the page waits until it is visible
 *  again or the network returns. */
const closedPausesMs = [20_000, 60_000, 300_000]

/** Receives the events of a project until it is stopped. After a break the next connection starts after the last
 *  received event. For a closed project it tries a few more times, because the project may open again. */
export async function followProject(options: FollowOptions): Promise<void> {
  const { queryClient, projectId, name, position, signal, onEvent, onConnected } = options
  let failures = 0
  /** How often in a row the project was closed. */
  let closures = 0
  while (!signal.aborted) {
    let retryAfterMs = 0
    try {
      await readEventStream(pathTo(liveApi.followProject, { params: { projectId } }), {
        headers: name === '' ? {} : { [viewerNameHeader]: encodeURIComponent(name) },
        lastEventId: position.current,
        signal,
        onOpen: () => {
          failures = 0
          onConnected(true)
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
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof AppError && closingCodes.has(error.code)) {
        onEvent({ type: 'project.closed' })
        closures += 1
      }
      retryAfterMs = error instanceof AppError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
      failures += 1
      if (failures > 1) onConnected(false)
    }
    const pauseMs = closures > 0 ? closedPausesMs[closures - 1] : (pausesMs[failures] ?? longestPauseMs)
    const durationMs = pauseMs === undefined ? null : Math.max(retryAfterMs, spread(pauseMs))
    const canAnswer = closures === 0 && retryAfterMs === 0
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

/** Ends early when the network returns, the page becomes visible, or another call is answered. Without a duration
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
    document.addEventListener('visibilitychange', () => !document.hidden && endEarly(), {
      signal: ended.signal,
    })
    const stopListening = answers?.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') endEarly()
    })
  })
}
