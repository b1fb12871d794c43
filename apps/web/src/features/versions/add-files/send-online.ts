import { UploadCancelled } from '../../../lib/upload'
import { FileRefused } from './file-upload'

const tryAgainMs = 20_000

/** Runs `task`, and again when the network returns, and now and then: a browser may call itself offline beside a server
 *  that it reaches.
 *  @throws what `task` throws while the browser is online, and its refusals; UploadCancelled */
export async function sendOnline<T>(
  task: () => Promise<T>,
  { signal, onOffline }: { signal: AbortSignal; onOffline: () => void },
): Promise<T> {
  for (;;) {
    if (signal.aborted) throw new UploadCancelled()
    try {
      return await task()
    } catch (error) {
      if (navigator.onLine || error instanceof FileRefused || error instanceof UploadCancelled) throw error
    }
    onOffline()
    await new Promise<void>((resolve) => {
      const ended = new AbortController()
      const end = () => {
        clearTimeout(timer)
        ended.abort()
        resolve()
      }
      const timer = setTimeout(end, tryAgainMs)
      window.addEventListener('online', end, { signal: ended.signal })
      signal.addEventListener('abort', end, { signal: ended.signal })
    })
  }
}
