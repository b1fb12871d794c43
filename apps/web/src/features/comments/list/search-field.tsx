import { m } from '@pinmark/words/messages'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/button'
import { TextInput } from '../../../ui/field'
import { onEscape } from '../../../ui/popover'
import type { ThreadList } from '../../review/review'
import { useReview } from '../../review/use-review'
import './search-field.css'

interface SearchFieldProps {
  onClose: () => void
  /** Shown below the number of matches. */
  children: ReactNode
}

/** Searches texts, names and numbers of all comments. Esc and the cross show the whole list again. */
export function SearchField({ onClose, children }: SearchFieldProps) {
  const { list, search } = useReview()
  const { settings, counts } = list
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc is for all of it.
    <div role="search" className="comments-search" onKeyDown={onEscape(onClose)}>
      <TextInput
        type="search"
        // The user has opened it to type, unless the list returns with a search.
        autoFocus={settings.search === ''}
        aria-label={m.search_label()}
        placeholder={m.search_hint()}
        value={settings.search}
        onChange={({ target }) => search(target.value)}
      />
      <IconButton size="sm" label={m.search_end()} onClick={onClose}>
        <X />
      </IconButton>
      <p role="status" className="tabular col-span-2 text-13 text-ink-3 empty:hidden">
        {settings.search.trim() !== '' && foundWords(counts)}
      </p>
      {children}
    </div>
  )
}

/** `5 found, 2 in Resolved` */
function foundWords({ all, resolved }: ThreadList['counts']): string {
  return resolved > 0 ? m.search_found_resolved({ count: all, resolved }) : m.search_found({ count: all })
}
