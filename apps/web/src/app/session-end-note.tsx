import { pageErrors } from '@pinmark/shared/page-messages'
import { pageRoutes } from '@pinmark/shared/paths'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { LoginState } from '../lib/return-path'
import { readSessionEnd, useSession } from '../lib/session'
import { useToast } from '../ui/toast'

/** On pages that are open to everyone, tells visitors whose session has ended that they are now guests.
 *  /login says it for other pages. */
export function SessionEndNote() {
  const userId = useSession()?.user._id ?? null
  const lastUserId = useRef(userId)
  const location = useLocation()
  const navigate = useNavigate()
  const toast = useToast()

  useEffect(() => {
    if (lastUserId.current === userId) return
    lastUserId.current = userId
    const isOpenPage = location.pathname.startsWith('/project/')
    if (userId !== null || readSessionEnd() !== 'expired' || !isOpenPage) return
    const state: LoginState = { from: location.pathname + location.search }
    toast.show({
      text: pageErrors.session_ended.text,
      action: { label: 'Login', onSelect: () => void navigate(pageRoutes.login, { state }) },
    })
  }, [userId, location, navigate, toast])

  return null
}
