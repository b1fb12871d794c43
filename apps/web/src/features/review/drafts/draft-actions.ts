import type { ImagePoint } from '@pinmark/shared/coordinates'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { toast } from '../../../ui/toast'
import { isEmptyDraft, newDraft, type Draft } from './draft'
import {
  changeDraft,
  editDraft,
  findDraft,
  readDrafts,
  removeDraft,
  removeEmptyDrafts,
  saveDraft,
} from './draft-store'
import { attaching } from './send-draft'

/** Where a comment belongs: a spot, a region, or with `point` null the whole design. */
interface DraftSpot {
  readonly version: string
  readonly point: ImagePoint | null
  readonly region?: { readonly w: number; readonly h: number } | null
}

/** Creates a temporary pin and returns its key. An earlier one without text is removed. */
export function startDraft(project: Project, { version, point, region }: DraftSpot): string {
  const { permanentId } = project
  removeEmptyDrafts(permanentId, (key) => attaching.has(key))
  const kind = point === null ? 'design' : region ? 'region' : 'pin'
  const draft = newDraft(project, {
    ...{ parent: null, version, kind },
    ...(point && { x: point.x, y: point.y }),
    ...region,
  })
  saveDraft(permanentId, draft)
  return draft.key
}

/** Moves a draft's pin. A draft that is being sent does not move. */
export function moveDraft(permanentId: string, key: string, { x, y }: ImagePoint): void {
  if (findDraft(permanentId, key)?.status !== 'sending') editDraft(permanentId, key, { x, y })
}

/** Handles the drafts of a popup when it closes. A draft without text is removed. A draft with text stays, and a note says
 *  so once. */
export function leaveDraft(permanentId: string, selectedKey: string): void {
  for (const draft of readDrafts(permanentId)) {
    const { key, parent, status, isKept } = draft
    if (key !== selectedKey && parent !== selectedKey) continue
    // It waits for its picture.
    if (attaching.has(key)) continue
    if (isEmptyDraft(draft)) removeDraft(permanentId, key)
    else if (status === 'writing' && !isKept) {
      changeDraft(permanentId, key, { isKept: true })
      toast.show({ text: m.draft_kept() })
    }
  }
}

/** Deletes a draft. A note offers to restore it. */
export function deleteDraft(permanentId: string, draft: Draft): void {
  removeDraft(permanentId, draft.key)
  toast.show({
    text: m.draft_deleted(),
    action: { label: m.action_undo(), onSelect: () => saveDraft(permanentId, draft) },
  })
}
