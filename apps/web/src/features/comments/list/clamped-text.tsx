import { useEffect, useRef, useState } from 'react'
import { CommentText } from './comment-text'

/** Below this no text fills three lines, not even in wide script; it is not worth watching. */
const surelyShort = 40

/** The first lines of a comment, and `more` where there is more. */
export function ClampedText({ text, lines }: { text: string; lines: 3 | 6 }) {
  const [isOpen, setIsOpen] = useState(false)
  const { ref, isCut } = useIsCut(text)
  return (
    <>
      <p
        ref={ref}
        dir="auto"
        className={`whitespace-pre-wrap wrap-anywhere ${isOpen ? '' : lines === 3 ? 'line-clamp-3' : 'line-clamp-6'}`}
      >
        <CommentText text={text} />
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="relative -my-1 justify-self-start py-1 text-13 text-ink-2 underline underline-offset-3"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'less' : 'more'}
        </button>
      )}
    </>
  )
}

/** Whether the text does not fit. Watched by size, because rows out of sight are not laid out until they come near. */
function useIsCut(text: string) {
  const ref = useRef<HTMLParagraphElement>(null)
  const [isCut, setIsCut] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || (text.length < surelyShort && !text.includes('\n'))) return
    const observer = new ResizeObserver(() => setIsCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [text])
  return { ref, isCut }
}
