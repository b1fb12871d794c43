import { m } from '@pinmark/words/messages'
import { useLayoutEffect, useRef, useState } from 'react'
import { CommentText } from './comment-text'
import { flushSync } from 'react-dom'

interface ClampedTextProps {
  readonly text: string
  readonly lines: keyof typeof clamps
  /** Of its links and its button. */
  readonly tabIndex?: number | undefined
}

/** The first lines of a text, and a button `more` if there is more. The box clips stacked diacritics, so that
 *  they cannot cover other texts. */
export function ClampedText({ text, lines, tabIndex }: ClampedTextProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { ref, more, isCut } = useIsCut(text, lines === 'head')
  return (
    <>
      <p
        ref={ref}
        dir="auto"
        className={`whitespace-pre-wrap wrap-anywhere ${isOpen ? 'overflow-clip' : clamps[lines]}`}
      >
        <CommentText text={text} tabIndex={tabIndex} />
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          ref={more}
          aria-expanded={isOpen}
          tabIndex={tabIndex}
          className="text-action justify-self-start text-ink-2"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? m.clamp_less() : m.clamp_more()}
        </button>
      )}
    </>
  )
}

/** Written out, because Tailwind finds class names in the source. */
const clamps = {
  head: 'project-brief',
  2: 'line-clamp-2',
  3: 'line-clamp-3',
  6: 'line-clamp-6',
} as const

/** A text with at most this many characters never fills two lines, even in a wide script on a narrow screen,
 *  so it needs no observer. */
const surelyShort = 24

/** Whether a clamped text is cut off, at its present width. Known before the first paint, so that the button
 *  `more` does not move anything when it appears.
 *  @param isBesideMore the button makes the text narrower, and would stay although the text fits without it */
function useIsCut(text: string, isBesideMore: boolean) {
  const ref = useRef<HTMLParagraphElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || (text.length < surelyShort && !text.includes('\n'))) {
      setIsCut(false)
      return undefined
    }
    const measure = () => {
      const button = isBesideMore ? more.current : null
      button?.toggleAttribute('hidden', true)
      const isLong = element.scrollHeight > element.clientHeight + 1
      button?.toggleAttribute('hidden', false)
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
  }, [text, isBesideMore])
  return { ref, more, isCut }
}
