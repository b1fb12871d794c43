import { AppError } from '@pinmark/shared/page-errors'
import { notifyManager, QueryClient } from '@tanstack/react-query'

/** Retries only if the same request may get another answer: without network, or when the server is busy. */
export function createQueryClient(): QueryClient {
  // Changes made together are drawn together: a comment that enters the cache when its draft is removed is
  // never missing on the page. By default, the cache notifies the page in a later task.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && !(error instanceof AppError && error.status < 500),
        retryDelay: (failures) => 500 * 2 ** failures,
        // "Offline" is a guess of the browser. A server on the same machine answers without any network.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
