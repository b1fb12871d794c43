import type { Project, Version } from '@pinmark/shared/entities/project'
import { useCallback, useMemo, useState } from 'react'
import type { PinModel } from '../../features/canvas/pin-model'
import type { Viewport } from '../../features/canvas/use-viewport'
import { useThreads } from '../../features/comments/use-threads'
import { pinOfThread } from './pin-of-thread'

interface ReviewOptions {
  readonly project: Project
  readonly version: Version
  readonly viewport: Viewport
  /** From where on the window is covered from below, in CSS pixels; asked when it matters. */
  readonly coveredFromPx: () => number | undefined
}

export type Review = ReturnType<typeof useReview>

/** The comments of a project with what is selected, pointed at and shown of them: all that canvas and list share. */
export function useReview({ project, version, viewport, coveredFromPx }: ReviewOptions) {
  const { threads, isComplete } = useThreads(project)
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const [hoveredKey, setHoveredKey] = useState<string | null>(null)
  const [areCommentsShown, setCommentsShown] = useState(true)
  const pins = useMemo(
    () => threads.map((thread) => pinOfThread(thread, version)).filter((pin) => pin !== null),
    [threads, version],
  )

  const { reveal } = viewport
  const show = useCallback(
    (key: string, to: 'nearest' | 'centre' = 'nearest') => {
      setSelectedKey(key)
      setCommentsShown(true)
      const point = threads.find((thread) => thread.key === key)?.point
      const covered = coveredFromPx()
      if (point) reveal(point, { to, ...(covered !== undefined && { coveredFromPx: covered }) })
    },
    [threads, reveal, coveredFromPx],
  )

  return {
    threads,
    isComplete,
    pins: areCommentsShown ? pins : noPins,
    selected: useMemo(() => threads.find(({ key }) => key === selectedKey) ?? null, [threads, selectedKey]),
    selectedKey,
    /** Selects without moving the view: for what is under the pointer already. */
    select: setSelectedKey,
    /** Selects and brings the pin into view. */
    show,
    hoveredKey,
    hover: setHoveredKey,
    areCommentsShown,
    showComments: useCallback(() => setCommentsShown(true), []),
    toggleComments: useCallback(() => setCommentsShown((are) => !are), []),
    /** The next or previous comment with a pin, in the order of numbers, round and round. */
    walk: useCallback(
      (step: 1 | -1) => {
        const stored = pins.filter(({ number }) => number !== null)
        const at = stored.findIndex(({ key }) => key === selectedKey)
        const next = stored.at(at === -1 && step === -1 ? -1 : (at + step) % stored.length)
        if (next) show(next.key, 'centre')
        return next?.key ?? null
      },
      [pins, selectedKey, show],
    ),
  }
}

const noPins: readonly PinModel[] = []
