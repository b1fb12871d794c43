import type { Project } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/page-errors'
import { isBlank } from '@pinmark/shared/text'
import { m } from '@pinmark/words/messages'
import { useEffect } from 'react'
import { Button } from '../../ui/button'
import { useToast } from '../../ui/toast'
import { closedWords, type Closable } from '../../lib/closed-link'
import { announce } from '../../lib/announce'
import { copyToClipboard } from '../../ui/clipboard'

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

function refusalOf({ link, can, round: { number, closedAt }, goneBy }: Project & Closable): string | null {
  if (goneBy) return closedWords(goneBy)
  if (can.comment) return null
  if (link.permission === 'view') return new AppError('view_only').message
  const params = { round: number, next: number + 1 }
  return closedAt === null ? null : new AppError('round_closed', { params }).message
}

/** Shown below a text that can no longer be sent. `words` say why, and that it is kept. */
export function KeptNote({ words, text }: { words: string; text: string }) {
  const toast = useToast()
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
