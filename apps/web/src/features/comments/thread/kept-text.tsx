import { useRef } from 'react'
import { useMovedFocus } from '../../../lib/use-moved-focus'
import { TextArea } from '../../../ui/field'
import { KeptNote } from '../kept-note'

interface KeptTextProps {
  label: string
  /** The `name` of the field in which the text was typed. */
  name: string
  text: string
  /** Why it can no longer be sent. */
  words: string
}

/** A text that can no longer be sent, read-only. It takes over the focus and the caret of the field in which it was
 *  typed, so that the next letters do not act as shortcuts of the page. */
export function KeptText({ label, name, text, words }: KeptTextProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useMovedFocus(field)
  return (
    <>
      <TextArea
        ref={field}
        name={name}
        rows={1}
        maxRows={6}
        className="resize-none"
        aria-label={label}
        value={text}
        readOnly
      />
      <KeptNote words={words} text={text} />
    </>
  )
}
