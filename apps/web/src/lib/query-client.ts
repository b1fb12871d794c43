import { AppError } from '@pinmark/shared/errors'
import { notifyManager, QueryClient } from '@tanstack/react-query'

/** Asks again only where the same question may get another answer: no network, or a server that is busy. */
export function createQueryClient(): QueryClient {
  // What is changed together is drawn together: a comment that enters the cache as its draft leaves the storage is never
  // missing from the page. By default, the cache tells the page in a later task.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && !(error instanceof AppError && error.status < 500),
        retryDelay: (failures) => 500 * 2 ** failures,
        // "Offline" is a guess of the browser; a server on the same machine answers without any network.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
