import { useState } from 'react'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { useToast } from '../../ui/toast'
import { AccountRow } from './account-row'
import { useLogOutEverywhere } from './api/use-end-account'
import { EndConnections } from './end-connections'

/** Ends every login of the account, for example when a device is lost. Unlike a logout in this browser it needs the
 *  server, so that without an answer nothing changes. */
export function LogoutEverywhere() {
  const toast = useToast()
  const [isEnding, setIsEnding] = useState(true)
  const logOut = useLogOutEverywhere(() => toast.show({ text: 'You are logged out everywhere.' }))
  return (
    <AccountRow
      title="Log out everywhere"
      text="Ends every login of this account, this one too."
      action={
        <Button
          pending={logOut.isPending}
          onClick={() => logOut.mutate({ keepTokensAndWebhooks: !isEnding })}
        >
          {logOut.isPending ? 'Logging out...' : 'Log out everywhere'}
        </Button>
      }
    >
      <EndConnections checked={isEnding} onChange={setIsEnding} />
      <FailureStrip error={logOut.error} otherwise="Nobody was logged out. Try again." />
    </AccountRow>
  )
}
