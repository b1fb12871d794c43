import { errorSentence } from '@pinmark/shared/page-errors'
import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { useEffect, useRef, useState } from 'react'
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom'
import { applyAppearance, readBacking, readTheme } from '../lib/appearance'
import { useStored } from '../lib/store'
import { IconLook } from '../ui/icon-look'
import { Toaster } from '../ui/toaster'
import type { LoginState } from '../lib/return-path'
import { readSessionEnd, useSession } from '../lib/session'
import { toast } from '../ui/toast'
import { AppRoutes } from './app-routes'
import { DataHolderContext, type DataHolder } from './data-holder'
import { ErrorBoundary } from './error-boundary'
import { Shell } from './shell'

export function App() {
  const [dataHolder] = useState<DataHolder>(() => ({ client: null, userId: null }))
  useLooksApplied()
  return (
    <ErrorBoundary>
      <DataHolderContext value={dataHolder}>
        <IconLook>
          <BrowserRouter>
            <SessionEndNote />
            <Shell>
              <AppRoutes />
            </Shell>
            <Toaster />
          </BrowserRouter>
        </IconLook>
      </DataHolderContext>
    </ErrorBoundary>
  )
}

/** Applies the stored settings of this browser, which are the same on every page. */
function useLooksApplied(): void {
  const chosen = useStored(() => `${readTheme()} ${readBacking()}`)
  useEffect(applyAppearance, [chosen])
}

/** On pages that are open to everyone, tells visitors whose session has ended that they are now guests.
 *  /login says it for other pages. */
function SessionEndNote() {
  const userId = useSession()?.user._id ?? null
  const lastUserId = useRef(userId)
  const location = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    if (lastUserId.current === userId) return
    lastUserId.current = userId
    const isOpenPage = location.pathname.startsWith('/project/')
    if (userId !== null || readSessionEnd() !== 'expired' || !isOpenPage) return
    const state: LoginState = { from: location.pathname + location.search }
    toast.show({
      text: errorSentence('session_ended'),
      action: { label: m.action_login(), onSelect: () => void navigate(pageRoutes.login, { state }) },
    })
  }, [userId, location, navigate])

  return null
}
