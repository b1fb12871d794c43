import { completeSignOn } from '@pinmark/shared/api/sign-on'
import { failureText } from '@pinmark/shared/page-errors'
import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { AuthSheet } from '../../features/auth/auth-sheet'
import { takeAttempt } from '../../features/auth/sign-on-button'
import { call } from '../../lib/api'
import { type LoginState, safeReturnPath } from '../../lib/return-path'
import { startSession } from '../../lib/session'
import { useTitle } from '../../lib/title'

/** The page to which the issuer of single sign-on sends the browser back. It completes the login, or returns to /login with
 *  the reason. */
export function SignOnPage() {
  useTitle(m.action_login())
  const navigate = useNavigate()
  const hasBegun = useRef(false)
  useEffect(() => {
    // In development, React runs effects twice.
    if (hasBegun.current) return
    hasBegun.current = true
    void complete().then(({ path, state }) => navigate(path, { replace: true, state }))
  }, [navigate])
  return (
    <AuthSheet title={m.action_login()} foot={null}>
      <p role="status" className="text-ink-2">
        {m.sign_on_pending()}
      </p>
    </AuthSheet>
  )
}

interface Destination {
  path: string
  state?: LoginState
}

/** @returns where to go next */
async function complete(): Promise<Destination> {
  const answer = window.location.search
  // Out of the history of the browser.
  window.history.replaceState(window.history.state, '', pageRoutes.signOn)
  const kept = takeAttempt()
  const from = safeReturnPath(kept?.from) ?? pageRoutes.dashboard
  try {
    // Without an attempt the server refuses, with its sentence.
    const { attempt = '', invitation } = kept ?? {}
    const session = await call(completeSignOn, { body: { attempt, answer, invitation } })
    // A page that loads again in the language of the account is this one.
    window.history.replaceState(window.history.state, '', from)
    startSession(session)
    return { path: from }
  } catch (error) {
    const refusal = failureText(m.sign_on_end_failed(), error)
    return { path: pageRoutes.login, state: { from, refusal } }
  }
}
