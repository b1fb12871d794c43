import { pathTo } from '@pinmark/shared/api/endpoint'
import * as liveApi from '@pinmark/shared/api/live'
import { AppError } from '@pinmark/shared/errors'
import { liveEventSchema, type LiveEvent } from '@pinmark/shared/events'
import { viewerNameHeader } from '@pinmark/shared/paths'
import { readEventStream } from '../../../lib/event-stream'

interface FollowOptions {
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
  const { projectId, name, position, signal, onEvent, onConnected } = options
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
    await pause(pauseMs === undefined ? null : Math.max(retryAfterMs, spread(pauseMs)), signal)
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

/** Ends early when the network returns or the page becomes visible. Without a duration it ends only then. */
function pause(durationMs: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = durationMs === null ? undefined : setTimeout(end, durationMs)
    signal.addEventListener('abort', end, { signal: ended.signal })
    window.addEventListener('online', end, { signal: ended.signal })
    document.addEventListener('visibilitychange', () => !document.hidden && end(), { signal: ended.signal })
  })
}
