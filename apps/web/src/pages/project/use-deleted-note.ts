import { useEffect, useRef } from 'react'
import { isBeingDeleted } from '../../features/review/data/use-delete-comment'
import type { ThreadView } from '../../features/review/thread-view'
import { useToast } from '../../ui/toast'

/** Shows a note when another person deleted the open comment, and closes it. */
export function useDeletedNote(
  selectedKey: string | null,
  selected: ThreadView | null,
  onVanished: () => void,
): void {
  const toast = useToast()
  const storedKey = useRef<string | null>(null)
  useEffect(() => {
    if (selected) storedKey.current = selected.comment && selected.key
    else if (selectedKey !== null && selectedKey === storedKey.current) {
      storedKey.current = null
      if (isBeingDeleted(selectedKey)) return
      onVanished()
      toast.show({ text: 'That comment was deleted.' })
    }
  }, [selectedKey, selected, onVanished, toast])
}
