import { withWords } from '@pinmark/words/load'
import { m } from '@pinmark/words/messages'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Draft, Outbox } from '../../review/drafts/draft'
import { attaching } from '../../review/drafts/send-draft'

/** Adds pictures to a draft: files that are chosen, and those that are pasted into or dropped on its popup.
 *  The code for them is fetched with the first one. */
export function useAttach(outbox: Outbox, draft: Draft, isOff: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const [notice, setNotice] = useState<string | null>(null)

  function attach(files: readonly File[]) {
    setNotice(null)
    const { key } = draft
    const taking = withWords(import('../../review/drafts/upload-pictures'))
      .then(({ attachFiles }) => attachFiles(outbox, draft, files))
      .catch(() => m.picture_add_failed())
    const all = Promise.all([attaching.get(key), taking]).then(([earlier, latest]) => earlier ?? latest)
    attaching.set(key, all)
    void all.then((reason) => {
      setNotice(reason)
      if (attaching.get(key) === all) attaching.delete(key)
    })
  }

  const handleDrag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Marks the event as handled, so that the page ignores it.
    event.preventDefault()
    event.dataTransfer.dropEffect = isOff ? 'none' : 'copy'
    const files = [...event.dataTransfer.files]
    if (event.type === 'drop' && !isOff && files.length > 0) attach(files)
  })
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData } = event
    const files = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    // Text copied from an office program contains a picture of itself.
    if (files.length === 0 || clipboardData?.types.includes('text/plain')) return
    event.preventDefault()
    if (!isOff) attach(files)
  })
  useEffect(() => {
    const popup = form.current?.closest<HTMLElement>('[role="dialog"]') ?? form.current
    const controller = new AbortController()
    const { signal } = controller
    popup?.addEventListener('dragover', (event) => handleDrag(event), { signal })
    popup?.addEventListener('drop', (event) => handleDrag(event), { signal })
    popup?.addEventListener('paste', (event) => handlePaste(event), { signal })
    return () => controller.abort()
  }, [])

  return { form, notice, attach }
}
