import { memo } from 'react'
import { linkify, safeLinkRel } from '../linkify'

interface CommentTextProps {
  readonly text: string
  /** Of its links. */
  readonly tabIndex?: number | undefined
}

/** The text of a comment, never as HTML: line breaks are kept, long words wrap, web addresses are links. */
export const CommentText = memo(function CommentText({ text, tabIndex }: CommentTextProps) {
  return linkify(text).map((piece) =>
    piece.kind === 'text' ? (
      <span key={piece.at}>{piece.text}</span>
    ) : (
      <a
        key={piece.at}
        href={piece.href}
        target="_blank"
        rel={safeLinkRel}
        tabIndex={tabIndex}
        className="relative underline underline-offset-3"
      >
        {piece.text}
      </a>
    ),
  )
})
