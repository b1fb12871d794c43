import { m } from '@pinmark/words/messages'
import { ImagePlus } from 'lucide-react'
import { useRef, useEffect, useId } from 'react'
import { IconButton } from '../../../ui/button'
import { FieldError } from '../../../ui/field'

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
