import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'

/** What the server has said, kept over all pages that ask it, for one account. */
export interface DataHolder {
  client: QueryClient | null
  userId: string | null
}

/** The page for logging in does without the cache of answers: whoever comes to log in waits for less. */
export const DataHolderContext = createContext<DataHolder>({ client: null, userId: null })
