import { withWords } from '@pinmark/words/load'
import { m } from '@pinmark/words/messages'
import { useEffect, useEffectEvent, useRef, useState, useId } from 'react'
import type { Draft, Outbox } from '../../review/drafts/draft'
import { attaching } from '../../review/drafts/send-draft'
import { ImagePlus } from 'lucide-react'
import { IconButton } from '../../../ui/button'
import { FieldError } from '../../../ui/field'

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

interface AttachButtonProps {
  className?: string
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

export function AttachButton({ className, disabled, onFiles }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={m.picture_attach()}
        className={className}
        data-attach
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <ImagePlus size={18} />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file may be chosen again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}

/** Shown before the pictures, which are still arriving. It is scrolled clear of the buttons of a low popup. */
export function PictureNotice({ notice }: { notice: string }) {
  const id = useId()
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Chrome returns a promise here, which React would take for the cleanup of the effect.
    alert.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [notice])
  return (
    <div ref={alert} role="alert" className="scroll-mb-28">
      <FieldError id={id}>{notice}</FieldError>
    </div>
  )
}
