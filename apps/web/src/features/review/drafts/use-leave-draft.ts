import { useEffect } from 'react'
import { useToast } from '../../../ui/toast'
import { isEmptyDraft } from './draft'
import { attaching } from './send-draft'
import { changeDraft, readDrafts, removeDraft } from './draft-store'

/** Handles a draft when its popup closes. A draft without text is removed. A draft with text stays, and a
 *  note says so once. */
export function useLeaveDraft(permanentId: string, selectedKey: string | null): void {
  const toast = useToast()
  useEffect(() => {
    if (selectedKey === null) return undefined
    return () => {
      for (const draft of readDrafts(permanentId)) {
        const { key, parent, status, isKept } = draft
        if (key !== selectedKey && parent !== selectedKey) continue
        // It waits for its picture.
        if (attaching.has(key)) continue
        if (isEmptyDraft(draft)) removeDraft(permanentId, key)
        else if (status === 'writing' && !isKept) {
          changeDraft(permanentId, key, { isKept: true })
          toast.show({ text: 'Kept as a draft. Not sent yet.' })
        }
      }
    }
  }, [permanentId, selectedKey, toast])
}
