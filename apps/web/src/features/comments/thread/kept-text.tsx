import { useRef } from 'react'
import { useMovedFocus } from '../../../lib/use-moved-focus'
import { TextArea } from '../../../ui/field'
import { KeptNote, keptWords } from '../kept-note'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import type { Closable } from '../../../lib/closed-link'
import { useReplyDrafts } from '../../review/drafts/draft-store'

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

/** Shown instead of the reply form to a visitor who may not comment: the reply that they were writing, or why comments have
 *  ended for now. On a phone, the thread covers the page that says so. The note of a closed link is above everything. */
export function KeptReply({ project, thread }: { project: Project & Closable; thread: Comment }) {
  const { written } = useReplyDrafts(project.permanentId, thread)
  if (!written) {
    const isSaid = project.can.manage || project.goneBy
    const words = isSaid ? null : keptWords(project, '')
    return words && <p className="flex-none border-t border-line px-4 py-3 text-13 text-ink-2">{words}</p>
  }
  return (
    <div className="grid flex-none gap-2 border-t border-line p-3">
      <KeptText
        label={m.kept_reply()}
        name={`reply-${thread._id}`}
        text={written.text}
        // The page shows above why an old version takes no reply.
        words={keptWords(project, written.text) ?? m.not_sent_kept()}
      />
    </div>
  )
}
