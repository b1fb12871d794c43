import type { Project } from '@pinmark/shared/entities/project'
import { useEffect } from 'react'
import { Button } from '../../../ui/button'
import { useToast } from '../../../ui/toast'
import { announce } from '../../../lib/announce'
import { copyToClipboard } from '../../../ui/clipboard'

/** Whether nothing can be sent because the owner closed the round. */
export function isRoundClosed({ round, can }: Project): boolean {
  return round.closedAt !== null && !can.comment
}

export function roundClosedWords({ round }: Project): string {
  return `Round ${round.number} was closed while you wrote. Your text is kept for round ${round.number + 1}.`
}

/** Shown below a text that can no longer be sent. `words` say why, and that it is kept. */
export function KeptNote({ words, text }: { words: string; text: string }) {
  const toast = useToast()
  useEffect(() => announce(words), [words])

  async function copy() {
    const isCopied = await copyToClipboard(text)
    toast.show({ text: isCopied ? 'Text copied' : 'Could not copy. Select the text and copy it by hand.' })
  }
  return (
    <>
      <p className="text-13 text-ink-2">{words}</p>
      <Button className="ml-auto" onClick={() => void copy()}>
        Copy text
      </Button>
    </>
  )
}
