import { useState } from 'react'
import { CommentText } from './comment-text'
import { useIsCut } from './use-is-cut'

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
  const { ref, isCut } = useIsCut(text)
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
          aria-expanded={isOpen}
          tabIndex={tabIndex}
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
