import type { Design, Project } from '@pinmark/shared/entities/project'
import { useEffect, useMemo, useRef } from 'react'
import { countThreads, type ListSettings, type ThreadFilter } from '../../features/review/thread-list'
import type { ThreadView } from '../../features/review/thread-view'
import type { ThreadList } from '../../features/review/use-thread-list'
import { newestOf, threadsOn, type ShownVersion } from '../../features/review/threads-on'

export interface NextDesign {
  readonly title: string
  /** `2 open` */
  readonly words: string
  /** Shows the design at its first comment. */
  readonly onShow: () => void
}

interface NextDesignOptions {
  readonly project: Project
  readonly shown: ShownVersion
  /** The threads of all designs. */
  readonly all: readonly ThreadView[]
  readonly list: ThreadList
  readonly show: (key: string, to: 'centre') => void
  readonly onShow: (design: Design) => void
}

/** The next design, in the order of the strip and from the last to the first, on which the list would show comments.
 *  Null on an old version, and while the comments to check are reviewed, which belong to one design. */
export function useNextDesign({
  project: { designs },
  shown: { design, isOld },
  all,
  list: { settings, rows },
  show,
  onShow,
}: NextDesignOptions): NextDesign | null {
  /** Id of the design that is being opened at its first comment. */
  const goingTo = useRef<string | null>(null)
  const first = rows[0]?.key
  useEffect(() => {
    if (goingTo.current !== design._id) return
    goingTo.current = null
    if (first !== undefined) show(first, 'centre')
  }, [design, first, show])

  const isOn = designs.length > 1 && !isOld && settings.filter !== 'check'
  const next = useMemo(
    () => (isOn ? findNext(designs, design, all, settings) : null),
    [isOn, designs, design, all, settings],
  )
  return useMemo(
    () =>
      next && {
        title: next.design.title,
        words: `${next.count} ${unitOf(settings.filter, next.count)}`,
        onShow: () => {
          goingTo.current = next.design._id
          onShow(next.design)
        },
      },
    [next, settings.filter, onShow],
  )
}

function findNext(
  designs: readonly Design[],
  shown: Design,
  all: readonly ThreadView[],
  settings: ListSettings,
): { design: Design; count: number } | null {
  const at = designs.findIndex(({ _id }) => _id === shown._id)
  for (const design of [...designs.slice(at + 1), ...designs.slice(0, Math.max(at, 0))]) {
    const threads = threadsOn(all, { design, version: newestOf(design), isOld: false, isOnly: false })
    const count = countThreads(threads, settings)[settings.filter]
    if (count > 0) return { design, count }
  }
  return null
}

function unitOf(filter: ThreadFilter, count: number): string {
  if (filter === 'all') return count === 1 ? 'comment' : 'comments'
  return filter === 'check' ? 'to check' : filter
}
