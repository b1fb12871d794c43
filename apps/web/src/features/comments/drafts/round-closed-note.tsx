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

/** Shown below a text that was being typed when the round was closed: it says that the text is kept, and why
 *  it is not sent. */
export function RoundClosedNote({ project: { round }, text }: { project: Project; text: string }) {
  const toast = useToast()
  const words = `Round ${round.number} was closed while you wrote. Your text is kept for round ${round.number + 1}.`
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
