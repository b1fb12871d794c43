import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'

/** The cache of server data for one account. All pages that load data share it. */
export interface DataHolder {
  client: QueryClient | null
  userId: string | null
}

/** The login page does not load react-query, to stay small. */
export const DataHolderContext = createContext<DataHolder>({ client: null, userId: null })
