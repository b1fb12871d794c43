import { errorCatalogue } from '@pinmark/shared/messages'
import { pageRoutes } from '@pinmark/shared/paths'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { LoginState } from '../lib/return-path'
import { readSessionEnd, useSession } from '../lib/session'
import { useToast } from '../ui/toast'

/** What follows when a session begins or ends, in this tab or another: nothing of the account stays, and what is on
 *  the screen is asked for again as whoever is there now. */
export function SessionKeeper() {
  const userId = useSession()?.user._id ?? null
  const lastUserId = useRef(userId)
  const queryClient = useQueryClient()
  const location = useLocation()
  const navigate = useNavigate()
  const toast = useToast()

  useEffect(() => {
    if (lastUserId.current === userId) return
    lastUserId.current = userId
    queryClient.removeQueries({ type: 'inactive' })
    void queryClient.invalidateQueries()
    // On a page for accounts, /login says the same.
    if (userId !== null || readSessionEnd() !== 'expired' || !location.pathname.startsWith('/project/'))
      return
    const state: LoginState = { from: location.pathname + location.search }
    toast.show({
      text: errorCatalogue.session_ended.text,
      action: { label: 'Login', onSelect: () => void navigate(pageRoutes.login, { state }) },
    })
  }, [userId, queryClient, location, navigate, toast])

  return null
}
