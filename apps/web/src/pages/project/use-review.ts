import type { ImagePoint, ImageRegion } from '@pinmark/shared/coordinates'
import type { Design, Project } from '@pinmark/shared/entities/project'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { PinModel } from '../../features/review/pin-model'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { useLeaveDraft } from '../../features/review/drafts/use-leave-draft'
import { useThreadList } from '../../features/review/use-thread-list'
import type { ThreadView } from '../../features/review/thread-view'
import { useLive } from '../../features/comments/live/use-live'
import { useThreads } from '../../features/review/use-threads'
import { findDraft } from '../../features/review/drafts/draft-store'
import { pinOfThread } from '../../features/review/pin-of-thread'
import { threadsOn, type ShownVersion } from '../../features/review/threads-on'
import { useDeletedNote } from './use-deleted-note'
import { useNextDesign } from './use-next-design'
import { useWalk } from './use-walk'

interface ReviewOptions {
  readonly project: Project
  readonly shown: ShownVersion
  readonly viewport: Viewport
  /** The y from which the bottom of the window is covered, in CSS pixels. Called when it is needed. */
  readonly coveredFromPx: () => number | undefined
  readonly onShowDesign: (design: Design) => void
}

export type Review = ReturnType<typeof useReview>

/** The comments of the shown version, with the selected, hovered and listed ones: the common state of canvas
 *  and list. */
export function useReview({ project, shown, viewport, coveredFromPx, onShowDesign }: ReviewOptions) {
  const { threads: all, isComplete, unread, unsent } = useThreads(project)
  const live = useLive(project)
  const { design, version, isOld } = shown
  const threads = useMemo(() => threadsOn(all, shown), [all, shown])
  const list = useThreadList(threads, project, isOld)
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const [before, setBefore] = useState({ design, version })
  if (before.version._id !== version._id) {
    setBefore({ design, version })
    // A selected draft moves to the newest version with its design. Any other selection ends with its
    // version.
    const follows =
      before.design._id === design._id && !isOld && findDraft(project.permanentId, selectedKey ?? '')
    if (!follows) setSelectedKey(null)
  }
  const [hoveredKey, setHoveredKey] = useState<string | null>(null)
  const [areCommentsShown, setCommentsShown] = useState(true)
  const selected = useMemo(
    () => threads.find(({ key }) => key === selectedKey) ?? null,
    [threads, selectedKey],
  )
  useDeletedNote(
    selectedKey,
    selected,
    useCallback(() => setSelectedKey(null), []),
  )
  // The image shows the same comments as the list, in the order of numbers. A selected comment stays, even if
  // it was just resolved.
  const pins = useMemo(() => {
    const listed = new Set(list.shown)
    return threads
      .filter((thread) => listed.has(thread) || thread === selected)
      .map((thread) => pinOfThread(thread, version, project.can.manage))
      .filter((pin) => pin !== null)
  }, [threads, list.shown, selected, version, project.can.manage])

  useLeaveDraft(project.permanentId, selectedKey)

  const { reveal, keepInView } = viewport
  useEffect(() => keepInView(selected?.point ?? null), [keepInView, selected])
  const { include } = list
  const show = useCallback(
    (key: string, to: 'centreIfHidden' | 'centre' = 'centreIfHidden') => {
      setSelectedKey(key)
      setCommentsShown(true)
      include(key)
      const target = placeOf(threads.find((thread) => thread.key === key))
      const covered = coveredFromPx()
      if (target) reveal(target, { to, ...(covered !== undefined && { coveredFromPx: covered }) })
    },
    [threads, include, reveal, coveredFromPx],
  )

  const nextDesign = useNextDesign({ ...{ project, shown, all, list, show }, onShow: onShowDesign })

  return {
    /** The threads of all designs and versions. */
    all,
    threads,
    isComplete,
    pins: areCommentsShown ? pins : noPins,
    list,
    live,
    unread,
    unsent,
    selected,
    selectedKey,
    /** Selects without moving the view, for a pin under the pointer. */
    select: setSelectedKey,
    /** Selects and brings the pin into view. */
    show,
    hoveredKey,
    hover: setHoveredKey,
    areCommentsShown,
    showComments: useCallback(() => setCommentsShown(true), []),
    /** A popup needs its pin, so it closes when pins are hidden. */
    toggleComments: useCallback(() => {
      setCommentsShown((are) => !are)
      setSelectedKey(null)
    }, []),
    ...useWalk({ rows: list.rows, selectedKey, show, nextDesign }),
    nextDesign,
  }
}

const noPins: readonly PinModel[] = []

/** The part of the design that must be in view for a thread: its spot, or its whole region. */
function placeOf(thread: ThreadView | undefined): ImagePoint | ImageRegion | null {
  if (!thread?.point) return null
  return thread.region ? { ...thread.point, ...thread.region } : thread.point
}
