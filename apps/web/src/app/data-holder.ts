import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'

/** What the server has said, kept over all pages that ask it, for one account. */
export interface DataHolder {
  client: QueryClient | null
  userId: string | null
}

/** The login page does not load react-query, to stay small. */
export const DataHolderContext = createContext<DataHolder>({ client: null, userId: null })
