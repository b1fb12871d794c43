import { useEffect } from 'react'

/** Makes the browser ask before the page is left. It listens only while there is a reason, because a permanent
 *  listener keeps the page out of the back/forward cache. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isOn])
}
