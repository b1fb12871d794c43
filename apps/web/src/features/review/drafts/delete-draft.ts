import { toastActions } from '../../../ui/toast'
import type { Draft } from './draft'
import { removeDraft, saveDraft } from './draft-store'

/** Deletes a draft. A note offers to restore it. */
export function deleteDraft(permanentId: string, draft: Draft): void {
  removeDraft(permanentId, draft.key)
  toastActions.show({
    text: 'Draft deleted',
    action: { label: 'Undo', onSelect: () => saveDraft(permanentId, draft) },
  })
}
