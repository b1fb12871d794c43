import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** A text with at most this many characters never fills two lines, even in a wide script on a narrow screen,
 *  so it needs no observer. */
const surelyShort = 24

/** Whether a clamped text is cut off, at its present width. Known before the first paint, so that the button
 *  `more` does not move anything when it appears. */
export function useIsCut(text: string) {
  const ref = useRef<HTMLParagraphElement>(null)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || (text.length < surelyShort && !text.includes('\n'))) {
      setIsCut(false)
      return undefined
    }
    const measure = () => {
      // Beside a brief, the button makes the text narrower, and would stay although the text fits without it.
      const more = element.matches('.project-brief') && element.nextElementSibling
      if (more) more.toggleAttribute('hidden', true)
      const isLong = element.scrollHeight > element.clientHeight + 1
      if (more) more.toggleAttribute('hidden', false)
      return isLong
    }
    // Rows that are not visible are not laid out, and reading the height of one would force it. These wait
    // for the observer.
    const canTell = 'checkVisibility' in element
    if (!canTell || element.checkVisibility({ contentVisibilityAuto: true })) setIsCut(measure())
    // The observer runs between layout and paint, so the result is drawn in the same frame.
    const observer = new ResizeObserver(() => flushSync(() => setIsCut(measure())))
    observer.observe(element)
    // Rows in a part that is not visible are not observed, because each observed row costs time in every
    // frame.
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
