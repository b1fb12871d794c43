import { useEffect } from 'react'

/** Has the browser ask before the page is left. Listens only while there is a reason: a page that always does is not kept
 *  for the way back. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isOn])
}
