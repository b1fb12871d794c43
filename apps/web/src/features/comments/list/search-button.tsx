import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { IconButton } from '../../../ui/button'

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
