import * as sessionApi from '@pinmark/shared/api/session'
import { AppError } from '@pinmark/shared/page-errors'
import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../ui/button'
import { useToast } from '../../ui/toast'
import { call } from '../../lib/api'
import { endSession } from '../../lib/session'

/** Logs out in this browser at once, even if the server cannot be reached. */
export function LogoutButton({ className }: { className: string }) {
  const toast = useToast()
  const navigate = useNavigate()

  function handleClick() {
    void logOut().then((isServerTold) => {
      if (!isServerTold) toast.show({ text: m.logout_not_told() })
    })
    void navigate(pageRoutes.login)
  }

  return (
    <Button variant="quiet" {...(className && { className })} onClick={handleClick}>
      {m.action_logout()}
    </Button>
  )
}

/** Removes the token, then asks the server to revoke it. Returns whether it is revoked. */
async function logOut(): Promise<boolean> {
  // The request reads the token before it is removed.
  const telling = call(sessionApi.logOut)
  endSession('logout')
  try {
    await telling
    return true
  } catch (error) {
    return error instanceof AppError && error.status === 401
  }
}
