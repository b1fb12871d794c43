import type { Project, Version } from '@pinmark/shared/entities/project'
import { useEffect } from 'react'
import { changeDraft, readDrafts, useOutgoing } from '../../../features/comments/drafts/draft-store'
import type { VersionChoice } from '../use-shown-version'

/** What was begun on an earlier version goes on to the one that is shown, as far as nothing of it was sent: to the same
 *  share of the width, as designs are exported at other scales, and no farther than the design reaches. */
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
  const { width, height } = way.to.image
  const scale = width / way.from.image.width
  const [w, h] = [draft.w && Math.min(draft.w * scale, width), draft.h && Math.min(draft.h * scale, height)]
  const x = Math.min(draft.x * scale, width - (w ?? 0))
  const y = Math.min(draft.y * scale, height - (h ?? 0))
  changeDraft(permanentId, key, { version: way.to._id, x, y, w, h })
}
