import { scalePlace, scaleStrokes } from '@pinmark/shared/coordinates'
import type { Design, Version } from '@pinmark/shared/entities/project'
import { useEffect, useMemo } from 'react'
import type { Draft, Outbox } from '../../../features/review/drafts/draft'
import { changeDraft, readDrafts, useOutgoing } from '../../../features/review/drafts/draft-store'
import { useOutbox } from '../../../features/review/drafts/send-draft'
import { useIsRemoved } from '../../../features/review/drafts/settle-drafts'
import { newestOf } from '../../../features/review/views'
import { useReview } from '../../../features/review/use-review'
import { comparisonOf, rowMatch } from '../../../features/versions/row-match'

/** Moves drafts of an earlier version to the shown one, unless they are being sent. */
export function useDraftsFollow(): void {
  const { project, versions } = useReview()
  const { shown, waiting } = versions
  const { permanentId, designs } = project
  const outbox = useOutbox(project)
  const drafts = useOutgoing(permanentId)
  const { design, version, isOld } = shown
  const isNewest = !isOld && waiting === null
  const ids = useMemo(
    () => new Set(designs.flatMap(({ versions }) => versions.map(({ _id }) => _id))),
    [designs],
  )
  const isRemoved = useIsRemoved(ids, project)
  useEffect(() => {
    if (!isNewest) return
    for (const draft of readDrafts(permanentId)) {
      const { key } = draft
      const from = design.versions.find(({ _id }) => _id === draft.version)
      const home = from
        ? design
        : designs.find(({ versions }) => versions.some(({ _id }) => _id === draft.version))
      if (home && draft.design !== home._id) changeDraft(permanentId, key, { design: home._id })
      if (from && from !== version) follow(outbox, key, { design, from, to: version })
      if (home || !isRemoved(draft.version, draft.followedAt ?? draft.startedAt)) continue
      // Its version was removed. The text stays, without a place. If its design was deleted, it waits there for the
      // design to be restored.
      const own = draft.design ?? (designs.length === 1 ? design._id : null)
      const left = designs.find(({ _id }) => _id === own)
      if (left) changeDraft(permanentId, key, { ...movedTo(newestOf(left)), kind: 'design', ...noPlace })
    }
  }, [outbox, permanentId, drafts, designs, design, version, isNewest, isRemoved])
}

const noPlace = { w: null, h: null, strokes: undefined }

interface Way {
  readonly design: Design
  readonly from: Version
  readonly to: Version
}

function follow(outbox: Outbox, key: string, way: Way): void {
  const { permanentId } = outbox
  const draft = readDrafts(permanentId).find((one) => one.key === key)
  if (!draft || draft.parent !== null || draft.status === 'sending') return
  const { x, y } = draft
  const size = draft.w !== null && draft.h !== null ? { w: draft.w, h: draft.h } : null
  const place = scalePlace({ x, y, ...size }, way.from.image, way.to.image)
  // It may have been refused because it was not on the newest version.
  const retried = draft.status === 'failed' ? ({ status: 'writing', problem: null } as const) : {}
  const strokes = draft.strokes && scaleStrokes(draft.strokes, way.to.image.width / way.from.image.width)
  changeDraft(permanentId, key, { ...movedTo(way.to), ...place, strokes, ...retried })
  const middle = (y + (draft.h ?? 0) / 2) * (way.to.image.width / way.from.image.width)
  followRows(outbox, key, way, { ...place, middle }).catch(() => {
    // The server did not compare the versions. The draft keeps its position relative to the width.
  })
}

function movedTo({ _id: version }: Version): Pick<Draft, 'version' | 'followedAt'> {
  return { version, followedAt: new Date().toISOString() }
}

/** Moves a draft to the rows of the design that it was started on, after both versions were compared. A draft
 *  that its author has moved or sent meanwhile stays where it is. */
async function followRows(
  { queryClient, projectId, permanentId }: Outbox,
  key: string,
  { design, from, to }: Way,
  /** The provisional position of the draft, and the height of its middle in pixels of the new width. */
  { x, y, h = 0, middle }: { x: number; y: number; h?: number; middle: number },
): Promise<void> {
  const pair = { before: from, after: to }
  const { runs } = await queryClient.fetchQuery(comparisonOf(projectId, design._id, pair))
  const match = rowMatch(runs, pair)
  const draft = readDrafts(permanentId).find((one) => one.key === key)
  if (!draft || draft.status === 'sending' || draft.version !== to._id) return
  if (draft.kind === 'design' || draft.x !== x || draft.y !== y) return
  const found = Math.round(match(middle, 'before') - h / 2)
  changeDraft(permanentId, key, { y: Math.min(Math.max(0, found), to.image.height - Math.max(h, 1)) })
}
