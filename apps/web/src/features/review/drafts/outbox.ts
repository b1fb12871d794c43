import type { QueryClient } from '@tanstack/react-query'

/** Where drafts of a project are sent to. */
export interface Outbox {
  queryClient: QueryClient
  /** The id for API calls: the permanent id or the link. */
  projectId: string
  /** The key under which drafts are stored. It is the same for every link of the project. */
  permanentId: string
}
