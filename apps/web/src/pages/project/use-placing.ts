import type { ImagePoint, ImageRegion } from '@pinmark/shared/coordinates'
import type { Project, Version } from '@pinmark/shared/entities/project'
import { useCallback, useRef, useState } from 'react'
import type { KeyboardPlacement } from '../../features/canvas/gestures/crosshair'
import { holdRegion } from '../../features/canvas/gestures/hold-region'
import type { Placement } from '../../features/canvas/pins/pin-model'
import { isEmptyDraft } from '../../features/comments/drafts/draft'
import { findDraft } from '../../features/comments/drafts/draft-store'
import { useDraftActions } from '../../features/comments/drafts/use-draft-actions'
import { useMoveComment } from './use-move-comment'
import type { Review } from './use-review'

interface PlacingOptions {
  readonly project: Project
  readonly version: Version
  readonly review: Review
  /** Called when keyboard placement ends. */
  readonly focusDesign: () => void
  /** Called with the pin that gets the focus. */
  readonly onFocus: (key: string) => void
}

export type Placing = ReturnType<typeof usePlacing>

/** Places comments on the design: by click, by region, by keys. Also moves existing pins. */
export function usePlacing({ project, version, review, focusDesign, onFocus }: PlacingOptions) {
  const drafts = useDraftActions(project)
  const moveComment = useMoveComment(project, review.threads)
  const [tool, setTool] = useState<'pin' | 'region'>('pin')
  const [crosshair, setCrosshair] = useState<KeyboardPlacement | null>(null)
  const hasCrosshair = crosshair !== null
  const movingKey = useRef<string | null>(null)
  const hasJustFolded = useRef(false)
  const { select, showComments, selectedKey, threads } = review
  const { permanentId } = project

  const movePin = useCallback(
    async (key: string, placement: Placement) => {
      if (findDraft(permanentId, key)) drafts.move(key, placement.point)
      else await moveComment(key, placement)
    },
    [permanentId, drafts, moveComment],
  )

  const endCrosshair = useCallback(() => {
    // Before the crosshair disappears, so that the next popup returns the focus to the design.
    if (hasCrosshair) focusDesign()
    if (movingKey.current) onFocus(movingKey.current)
    movingKey.current = null
    setCrosshair(null)
  }, [hasCrosshair, focusDesign, onFocus])

  const place = useCallback(
    (placement: Placement) => {
      const moved = movingKey.current
      endCrosshair()
      if (moved) {
        const { from, region = null } = crosshair ?? {}
        const point = holdRegion(placement.point, region, version.image)
        void movePin(moved, from ? placement : { point, region })
        return
      }
      // A click outside a popup with text only closes it, and does not start another comment.
      if (hasJustFolded.current) return
      setTool('pin')
      showComments()
      select(drafts.start({ version: version._id, ...placement }))
    },
    [endCrosshair, crosshair, movePin, showComments, select, drafts, version],
  )

  return {
    tool,
    crosshair,
    place,
    movePin,
    endCrosshair,
    toggleRegionTool: useCallback(() => setTool((current) => (current === 'pin' ? 'region' : 'pin')), []),
    choosePinTool: useCallback(() => setTool('pin'), []),
    /** Starts keyboard placement of a new comment, or of a region with the region tool. */
    startCrosshair: useCallback(() => setCrosshair({ purpose: tool, start: null }), [tool]),
    startMove: useCallback(
      (key: string, from: ImagePoint) => {
        movingKey.current = key
        const comment = threads.find((thread) => thread.key === key)?.comment
        // A region whose spot is gone is shown as a pin, but keeps its last size.
        const place = comment?.places?.find((one) => one.version === version._id)
        const { w = null, h = null } = { ...comment, ...place }
        setCrosshair({ purpose: 'move', start: from, region: w !== null && h !== null ? { w, h } : null })
      },
      [threads, version],
    ),
    /** Moves the lower right corner of a region. */
    startResize: useCallback((key: string, { x, y, w, h }: ImageRegion) => {
      movingKey.current = key
      setCrosshair({ purpose: 'size', start: { x: x + w, y: y + h }, from: { x, y } })
    }, []),
    /** The composer was dismissed. The typed text stays as a draft with its pin. */
    closeComposer: useCallback(() => {
      const draft = selectedKey === null ? undefined : findDraft(permanentId, selectedKey)
      hasJustFolded.current = draft !== undefined && !isEmptyDraft(draft)
      // The click that closed it reaches the design in the same task.
      setTimeout(() => {
        hasJustFolded.current = false
      })
      select(null)
    }, [permanentId, selectedKey, select]),
  }
}
