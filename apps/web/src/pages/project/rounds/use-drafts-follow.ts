import { scalePlace } from '@pinmark/shared/coordinates'
import type { Project, Version } from '@pinmark/shared/entities/project'
import { useEffect } from 'react'
import { changeDraft, readDrafts, useOutgoing } from '../../../features/comments/drafts/draft-store'
import type { VersionChoice } from '../use-shown-version'

/** Moves what was begun on an earlier version to the one that is shown, unless it is being sent already. */
export function useDraftsFollow({ permanentId, designs }: Project, { shown, waiting }: VersionChoice): void {
  const drafts = useOutgoing(permanentId)
  const { design, version, isOld } = shown
  const isNewest = !isOld && waiting === null
  useEffect(() => {
    if (!isNewest) return
    const all = designs.flatMap(({ versions }) => versions)
    for (const { key, version: from } of readDrafts(permanentId)) {
      const begun = all.find(({ _id }) => _id === from)
      // Its version was removed with its design: the words stay, without a place.
      if (!begun) changeDraft(permanentId, key, { version: version._id, kind: 'design', w: null, h: null })
      else if (begun !== version && design.versions.includes(begun))
        follow(permanentId, key, { from: begun, to: version })
    }
  }, [permanentId, drafts, designs, design, version, isNewest])
}

function follow(permanentId: string, key: string, way: { from: Version; to: Version }): void {
  const draft = readDrafts(permanentId).find((one) => one.key === key)
  if (!draft || draft.parent !== null || draft.sentAt !== null) return
  const { x, y } = draft
  const size = draft.w !== null && draft.h !== null ? { w: draft.w, h: draft.h } : null
  const place = scalePlace({ x, y, ...size }, way.from.image, way.to.image)
  changeDraft(permanentId, key, { version: way.to._id, ...place })
}
