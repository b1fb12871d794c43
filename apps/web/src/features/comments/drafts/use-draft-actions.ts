import type { ImagePoint } from '@pinmark/shared/coordinates'
import type { Project } from '@pinmark/shared/entities/project'
import { useMemo } from 'react'
import { randomId } from '../../../lib/random-id'
import { readCommenter, readSession } from '../../../lib/session'
import { changeDraft, findDraft, removeDraft, removeEmptyDrafts, saveDraft } from './draft-store'

/** Where a comment belongs: a spot, a region, or with `point` null the whole design. */
export interface Spot {
  readonly version: string
  readonly point: ImagePoint | null
  readonly region?: { readonly w: number; readonly h: number } | null
}

/** Starting, moving and leaving drafts of a project. The same object until the project's id or owner changes. */
export function useDraftActions({ permanentId, isOwner, owner }: Project) {
  const ownerName = isOwner ? owner.name : null
  return useMemo(
    () => ({
      /** Puts down a provisional pin and answers its key; a former one without any text goes. */
      start: ({ version, point, region = null }: Spot): string => {
        removeEmptyDrafts(permanentId)
        const key = randomId()
        saveDraft(permanentId, {
          key,
          version,
          kind: point === null ? 'design' : region ? 'region' : 'pin',
          x: point?.x ?? 0,
          y: point?.y ?? 0,
          w: region?.w ?? null,
          h: region?.h ?? null,
          commenter: ownerName ?? (readCommenter() || (readSession()?.user.name ?? '')),
          text: '',
          startedAt: new Date().toISOString(),
          status: 'writing',
          problem: null,
          attempt: null,
        })
        return key
      },
      /** Nudges a draft's pin; what is on its way already stays where it is. */
      move: (key: string, point: ImagePoint): void => {
        const status = findDraft(permanentId, key)?.status
        if (status === 'writing' || status === 'failed') {
          changeDraft(permanentId, key, { x: point.x, y: point.y })
        }
      },
      remove: (key: string) => removeDraft(permanentId, key),
    }),
    [permanentId, ownerName],
  )
}
