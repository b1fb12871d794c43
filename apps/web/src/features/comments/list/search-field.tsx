import { Search, X } from 'lucide-react'
import type { Ref } from 'react'
import { IconButton } from '../../../ui/icon-button'
import { TextInput } from '../../../ui/text-input'
import type { ThreadList } from '../use-thread-list'

interface SearchButtonProps {
  ref: Ref<HTMLButtonElement>
  isOpen: boolean
  onToggle: () => void
}

export function SearchButton({ ref, isOpen, onToggle }: SearchButtonProps) {
  return (
    <IconButton ref={ref} size="sm" label="Search comments" aria-expanded={isOpen} onClick={onToggle}>
      <Search aria-hidden size={18} strokeWidth={1.75} />
    </IconButton>
  )
}

interface SearchFieldProps {
  list: ThreadList
  hits: number
  onClose: () => void
}

/** Looks in texts, names and numbers. Esc and the cross give the whole list back. */
export function SearchField({ list: { settings, change }, hits, onClose }: SearchFieldProps) {
  return (
    <div role="search" className="comments-search">
      <TextInput
        type="search"
        // Opened by its button, to be typed in.
        autoFocus
        aria-label="Search comments"
        placeholder="Text, name or number"
        value={settings.search}
        onChange={({ target }) => change({ search: target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }}
      />
      <IconButton size="sm" label="End search" onClick={onClose}>
        <X aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <p role="status" className="sr-only">
        {settings.search.trim() === '' ? '' : `${hits} found`}
      </p>
    </div>
  )
}
