import { AppError } from '@pinmark/shared/page-errors'
import { NetworkError } from '../../../lib/answer'
import { UploadCancelled } from '../../../lib/upload'
import { FileRefused } from './file-upload'

const tryAgainMs = 20_000
/** How often a busy server is asked again. It says after how many seconds. */
const maxBusyTries = 6

/** Runs `task`, and again when the network returns, and now and then: a browser may call itself offline beside a server
 *  that it reaches. A server that is busy with other uploads, perhaps of colleagues at the same address, is asked again.
 *  @throws what `task` throws while the browser is online, and its refusals; UploadCancelled */
export async function sendOnline<T>(
  task: () => Promise<T>,
  { signal, onOffline }: { signal: AbortSignal; onOffline: () => void },
): Promise<T> {
  for (let busyTries = 0; ;) {
    if (signal.aborted) throw new UploadCancelled()
    try {
      return await task()
    } catch (error) {
      const busySeconds = busySecondsOf(error)
      if (busySeconds !== undefined && busyTries < maxBusyTries) {
        busyTries += 1
        await waitOrHear(busySeconds * 1_000, signal)
        continue
      }
      if (navigator.onLine || error instanceof FileRefused || error instanceof UploadCancelled) throw error
    }
    onOffline()
    await waitOrHear(tryAgainMs, signal)
  }
}

/** Undefined if the server did not answer that it is busy. */
function busySecondsOf(error: unknown): number | undefined {
  const answer = error instanceof NetworkError ? error.cause : null
  return answer instanceof AppError && answer.status === 503 ? answer.retryAfterSeconds : undefined
}

/** Resolves after the time, when the network returns, and when `signal` aborts. */
function waitOrHear(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end, { signal: ended.signal })
    signal.addEventListener('abort', end, { signal: ended.signal })
  })
}
