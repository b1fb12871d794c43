import type { ImagePoint } from '@pinmark/shared/coordinates'
import type { Project } from '@pinmark/shared/entities/project'
import { useMemo } from 'react'
import { editDraft, findDraft, removeEmptyDrafts, saveDraft } from './draft-store'
import { newDraft } from './new-draft'
import { attaching } from './send-draft'

/** Where a comment belongs: a spot, a region, or with `point` null the whole design. */
export interface DraftSpot {
  readonly version: string
  readonly point: ImagePoint | null
  readonly region?: { readonly w: number; readonly h: number } | null
}

/** Starting and moving drafts of a project. The same object until the project's id or owner changes. */
export function useDraftActions({ permanentId, isOwner, owner: { name } }: Project) {
  return useMemo(
    () => ({
      /** Creates a temporary pin and returns its key. An earlier one without text is removed. */
      start: ({ version, point, region }: DraftSpot): string => {
        removeEmptyDrafts(permanentId, (key) => attaching.has(key))
        const kind = point === null ? 'design' : region ? 'region' : 'pin'
        const draft = newDraft(
          { isOwner, owner: { name } },
          { parent: null, version, kind, ...(point && { x: point.x, y: point.y }), ...region },
        )
        saveDraft(permanentId, draft)
        return draft.key
      },
      /** Nudges a draft's pin. A draft that is being sent does not move. */
      move: (key: string, point: ImagePoint): void => {
        if (findDraft(permanentId, key)?.status !== 'sending') editDraft(permanentId, key, point)
      },
    }),
    [permanentId, isOwner, name],
  )
}
