import { QueryClientProvider } from '@tanstack/react-query'
import { useContext, useEffect, useState, type ReactNode } from 'react'
import { createQueryClient } from '../lib/query-client'
import { useSession } from '../lib/session'
import { DataHolderContext, type DataHolder } from './data-holder'

/** Wraps every page that loads data. The data of an account is dropped when its session ends. */
export function DataLayer({ children }: { children: ReactNode }) {
  const holder = useContext(DataHolderContext)
  const userId = useSession()?.user._id ?? null
  const [client] = useState(() => takeClient(holder, userId))

  useEffect(() => {
    if (!changeUser(holder, userId)) return
    // After a login or logout on an open page, its data is fetched again for the present account.
    client.removeQueries({ type: 'inactive' })
    void client.invalidateQueries()
  }, [holder, client, userId])

  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** The cache of the last page, or an empty one for another account. */
function takeClient(holder: DataHolder, userId: string | null) {
  if (changeUser(holder, userId)) holder.client = null
  holder.client ??= createQueryClient()
  return holder.client
}

/** Whether the account has changed. */
function changeUser(holder: DataHolder, userId: string | null): boolean {
  if (holder.userId === userId) return false
  holder.userId = userId
  return true
}
