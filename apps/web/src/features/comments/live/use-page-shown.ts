import { useEffect, useState } from 'react'

/** Hidden for longer than this, a page does not need to hear anything: browsers allow six lines to one host, and a
 *  person may have more tabs than that. */
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
