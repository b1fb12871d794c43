import type { QueryClient } from '@tanstack/react-query'

/** Where drafts of a project go. */
export interface Outbox {
  queryClient: QueryClient
  /** What the API is called with: the permanent id or the link's. */
  projectId: string
  /** What drafts are kept under, whatever link the project was opened by. */
  permanentId: string
}
