import { pageRoutes } from '@pinmark/shared/paths'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../ui/button'
import { useToast } from '../../ui/toast'
import { logOut } from './api/log-out'

/** Logs out in this browser at once, even if the server cannot be reached. */
export function LogoutButton({ className }: { className: string }) {
  const toast = useToast()
  const navigate = useNavigate()

  function handleClick() {
    void logOut().then((isServerTold) => {
      if (!isServerTold) toast.show({ text: 'You are logged out here. The server could not be told.' })
    })
    void navigate(pageRoutes.login)
  }

  return (
    <Button variant="quiet" {...(className && { className })} onClick={handleClick}>
      Logout
    </Button>
  )
}
