import type { QueryClient } from '@tanstack/react-query'

/** Where drafts of a project go. */
export interface Outbox {
  queryClient: QueryClient
  /** What the API is called with: the permanent id or the link's. */
  projectId: string
  /** The key under which drafts are stored. It is the same for every link of the project. */
  permanentId: string
}
