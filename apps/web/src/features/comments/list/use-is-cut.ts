import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** A shorter text never fills two lines, even in a wide script on a narrow screen, so it needs no observer. */
const surelyShort = 24

/** Whether a clamped text is longer than what shows of it, at any width it takes. Known before the first paint, so
 *  that the button for the rest never pushes anything down. */
export function useIsCut(text: string) {
  const ref = useRef<HTMLParagraphElement>(null)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || (text.length < surelyShort && !text.includes('\n'))) {
      setIsCut(false)
      return undefined
    }
    const measure = () => element.scrollHeight > element.clientHeight + 1
    // Rows out of sight are not laid out, and asking one for its height would do it: those wait for the observer.
    const canTell = 'checkVisibility' in element
    if (!canTell || element.checkVisibility({ contentVisibilityAuto: true })) setIsCut(measure())
    // It calls between layout and paint; what it finds is drawn in that same frame.
    const observer = new ResizeObserver(() => flushSync(() => setIsCut(measure())))
    observer.observe(element)
    // A part of the list that is out of sight is not watched: with each frame, that costs as much for each row.
    const part = element.closest('[data-part]')
    const watch = (event: Event) => {
      if ('skipped' in event && event.skipped) observer.disconnect()
      else observer.observe(element)
    }
    part?.addEventListener('contentvisibilityautostatechange', watch)
    return () => {
      observer.disconnect()
      part?.removeEventListener('contentvisibilityautostatechange', watch)
    }
  }, [text])
  return { ref, isCut }
}
