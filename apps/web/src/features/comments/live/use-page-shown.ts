import { useEffect, useState } from 'react'

/** A page that is hidden for longer than this needs no events. Browsers allow six connections to one host, and a
 *  person may have more tabs. */
const hiddenMs = 60_000

/** Whether the page is visible, or was within the last minute. */
export function usePageShown(): boolean {
  const [isShown, setIsShown] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.hidden) timer = setTimeout(() => setIsShown(false), hiddenMs)
      else setIsShown(true)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return isShown
}
