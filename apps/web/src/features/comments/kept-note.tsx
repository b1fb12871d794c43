import type { Project } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/page-errors'
import { isBlank } from '@pinmark/shared/text'
import { m } from '@pinmark/words/messages'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button'
import { toast } from '../../ui/toast'
import { closedWords, type Closable } from '../../lib/closed-link'
import { announce } from '../../lib/announce'
import { copyToClipboard } from '../../ui/clipboard'
import { useMovedFocus } from '../../lib/use-moved-focus'
import { TextArea } from '../../ui/field'
import type { Comment } from '@pinmark/shared/entities/comment'
import { useReplyDrafts } from '../review/drafts/draft-store'

/** Whether nothing can be sent because the owner closed the round. */
export function isRoundClosed({ round, can }: Project): boolean {
  return round.closedAt !== null && !can.comment
}

/** Why the link takes no comments now, and that a text typed meanwhile is kept; null if nothing that the project says
 *  stops them. */
export function keptWords(project: Project & Closable, text: string): string | null {
  const { number } = project.round
  const reason = refusalOf(project)
  if (reason === null || isBlank(text)) return reason
  return isRoundClosed(project) && !project.goneBy
    ? m.kept_round_closed({ number, next: number + 1 })
    : m.kept_reason({ reason })
}

function refusalOf(project: Project & Closable): string | null {
  const { link, can, goneBy } = project
  const { number, closedAt } = project.round
  if (goneBy) return closedWords(goneBy, project)
  if (can.comment) return null
  if (link.permission === 'view') return new AppError('view_only').message
  const params = { round: number, next: number + 1 }
  return closedAt === null ? null : new AppError('round_closed', { params }).message
}

/** Shown below a text that can no longer be sent. `words` say why, and that it is kept. */
export function KeptNote({ words, text }: { words: string; text: string }) {
  useEffect(() => announce(words), [words])

  async function copy() {
    const isCopied = await copyToClipboard(text)
    toast.show({ text: isCopied ? m.text_copied() : m.text_not_copied() })
  }
  return (
    <>
      <p className="text-13 text-ink-2">{words}</p>
      {!isBlank(text) && (
        <Button className="ms-auto" onClick={() => void copy()}>
          {m.text_copy()}
        </Button>
      )}
    </>
  )
}

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
