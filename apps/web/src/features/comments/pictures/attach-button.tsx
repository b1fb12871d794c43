import { m } from '@pinmark/words/messages'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../ui/button'

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
        <ImagePlus aria-hidden size={18} strokeWidth={1.75} />
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
