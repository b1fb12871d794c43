import { useState } from 'react'
import { CommentText } from './comment-text'
import { useIsCut } from './use-is-cut'

/** The first lines of a text, and a button `more` if there is more. The box clips stacked diacritics, so that
 *  they cannot cover other texts. */
export function ClampedText({ text, lines }: { text: string; lines: keyof typeof clamps }) {
  const [isOpen, setIsOpen] = useState(false)
  const { ref, isCut } = useIsCut(text)
  return (
    <>
      <p
        ref={ref}
        dir="auto"
        className={`whitespace-pre-wrap wrap-anywhere ${isOpen ? 'overflow-clip' : clamps[lines]}`}
      >
        <CommentText text={text} />
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="text-action justify-self-start text-ink-2"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'less' : 'more'}
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
