import type { ImagePoint, ImageRegion } from '@pinmark/shared/coordinates'
import type { Project, Version } from '@pinmark/shared/entities/project'
import { useCallback, useRef, useState } from 'react'
import {
  aim,
  idle,
  leaveOn,
  press as pressed,
  toggleRegion,
  type Act,
  type Leave,
  type Placement,
} from '../../features/review/act'
import { holdRegion } from '../../features/canvas/gestures/hold-region'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { isEmptyDraft } from '../../features/review/drafts/draft'
import { findDraft } from '../../features/review/drafts/draft-store'
import { useDraftActions } from '../../features/review/drafts/use-draft-actions'
import { useDeletedNote } from './use-deleted-note'
import { useMoveComment } from './use-move-comment'
import type { Review } from './use-review'

interface PlacingOptions {
  readonly project: Project
  readonly version: Version
  readonly viewport: Viewport
  readonly review: Review
  /** Called with the pin that gets the focus. */
  readonly onFocus: (key: string) => void
}

export type Placing = ReturnType<typeof usePlacing>

/** Places comments on the design: by click, by region, by keys. Also moves existing pins. */
export function usePlacing({ project, version, viewport, review, onFocus }: PlacingOptions) {
  const drafts = useDraftActions(project)
  const moveComment = useMoveComment(project, review.threads)
  const [act, setAct] = useAct({ project, version, review })
  const hasJustFolded = useRef(false)
  const { select, showComments, selectedKey, threads } = review
  const { permanentId } = project
  const { scrollerRef, centre, natural } = viewport

  const movePin = useCallback(
    async (key: string, placement: Placement) => {
      setAct((current) => leaveOn(current, 'drag'))
      if (findDraft(permanentId, key)) drafts.move(key, placement.point)
      else await moveComment(key, placement)
    },
    [setAct, permanentId, drafts, moveComment],
  )

  const place = useCallback(
    (placement: Placement) => {
      setAct((current) => leaveOn(current, 'drag'))
      showComments()
      select(drafts.start({ version: version._id, ...placement }))
    },
    [setAct, showComments, select, drafts, version],
  )

  /** The design gets the focus of the crosshair before that disappears, so that the next popup returns it there. */
  const handFocusOn = useCallback(() => {
    if (act.cross) scrollerRef.current?.focus({ preventScroll: true })
    if ('key' in act) onFocus(act.key)
  }, [act, scrollerRef, onFocus])

  return {
    act,
    /** A press on the design, or by the crosshair. */
    press: useCallback(
      (point: ImagePoint) => {
        // A click outside a popup with text only closes it, and does not start another comment.
        if (hasJustFolded.current) return
        const { next, place: placement, move } = pressed(act, point)
        if (next.cross === null) handFocusOn()
        if (placement) place(placement)
        if (move) {
          const { key, to } = move
          void movePin(key, { ...to, point: holdRegion(to.point, to.region, natural) })
        }
        setAct(next)
      },
      [act, setAct, handFocusOn, place, movePin, natural],
    ),
    /** A region was drawn by dragging. */
    draw: place,
    movePin,
    moveCross: useCallback((cross: ImagePoint) => setAct((current) => ({ ...current, cross })), [setAct]),
    /** Shows the crosshair, for a new comment, or for a region with the region tool. */
    aim: useCallback(() => setAct((current) => aim(current, centre())), [setAct, centre]),
    toggleRegionTool: useCallback(() => setAct(toggleRegion), [setAct]),
    beginMove: useCallback(
      (key: string, cross: ImagePoint) => {
        const comment = threads.find((thread) => thread.key === key)?.comment
        // A region whose spot is gone is shown as a pin, but keeps its last size.
        const shown = comment?.places?.find((one) => one.version === version._id)
        const { w = null, h = null } = { ...comment, ...shown }
        setAct({ is: 'move', key, cross, region: w !== null && h !== null ? { w, h } : null })
      },
      [setAct, threads, version],
    ),
    /** Moves the lower right corner of a region. */
    beginResize: useCallback(
      (key: string, { x, y, w, h }: ImageRegion) =>
        setAct({ is: 'resize', key, cross: { x: x + w, y: y + h }, corner: { x, y } }),
      [setAct],
    ),
    leave: useCallback(
      (reason: 'escape' | 'cancel') => {
        handFocusOn()
        setAct((current) => leaveOn(current, reason))
      },
      [setAct, handFocusOn],
    ),
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

/** What the next press means, until it is pressed or something on the page ends it. */
function useAct({ project, version, review }: Pick<PlacingOptions, 'project' | 'version' | 'review'>) {
  const [act, setAct] = useState<Act>(idle)
  const { selectedKey, threads, areCommentsShown } = review
  const [before, setBefore] = useState({ version: version._id, selectedKey })
  const isOtherVersion = before.version !== version._id
  const isOtherKey = before.selectedKey !== selectedKey
  if (isOtherVersion || isOtherKey) setBefore({ version: version._id, selectedKey })

  const key = 'key' in act ? act.key : null
  const thread = threads.find((one) => one.key === key) ?? null
  const { comment } = thread ?? {}
  const canMove = comment?.deletedAt === null && (comment.can.edit || project.can.manage)
  const reasons: readonly (Leave | false)[] = [
    isOtherVersion && 'version',
    isOtherKey && selectedKey !== null && 'select',
    !areCommentsShown && 'hidden',
    !project.can.comment && 'closed',
    thread !== null && !canMove && 'removed',
  ]
  const next = reasons.reduce<Act>((left, reason) => (reason ? leaveOn(left, reason) : left), act)
  if (next !== act) setAct(next)

  useDeletedNote(
    key,
    thread,
    useCallback(() => setAct((current) => leaveOn(current, 'removed')), []),
  )
  return [next, setAct] as const
}
