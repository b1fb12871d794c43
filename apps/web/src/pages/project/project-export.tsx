import { useState } from 'react'
import { ExportDialog } from '../../features/export/export-dialog'
import { useReview } from '../../features/review/use-review'
import type { FilterQuery } from '../../features/export/use-export'
import { startSettings } from '../../features/review/thread-list'
import type { Scene, ThreadList } from '../../features/review/review'

interface ProjectExportProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The Export dialog, for the comments that the list showed when it was opened. */
export function ProjectExport(dialog: ProjectExportProps) {
  const review = useReview()
  const [asShown] = useState(() => exportShown(review))
  const comments = review.all.flatMap(({ comment }) => comment ?? [])
  return <ExportDialog {...dialog} project={review.project} comments={comments} shown={asShown} />
}

/** The list's filter in the form of an export, for all designs. Only the page knows which comments are new, so these
 *  are exported by number. */
export function exportShown({
  list,
  listed,
  shown,
  all,
}: Pick<Scene, 'listed' | 'shown' | 'all'> & { list: Pick<ThreadList, 'settings'> }) {
  const { filter, order, person, search } = list.settings
  const { design, version, isOld } = shown
  const words = search.trim()
  const isNew = new Set([...listed, ...all.filter((thread) => thread.isNew === true)])
  const numbers = [...isNew].flatMap(({ comment }) => comment?.number ?? [])
  const query: FilterQuery = {
    status: filter === 'new' ? 'all' : filter,
    order,
    version: isOld ? String(version.number) : 'newest',
    ...(isOld && { design: design._id }),
    ...(filter === 'new' && { numbers: rangesOf(numbers) }),
    ...(words !== '' && { search: words }),
    ...(person.kind === 'me' && { mine: 'true' as const }),
    ...(person.kind === 'name' && { person: person.name }),
  }
  const isNarrowed =
    isOld ||
    filter !== startSettings.filter ||
    order !== startSettings.order ||
    words !== '' ||
    person.kind !== 'all'
  return { filter: query, isNarrowed }
}

/** `1-3,7` */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else ranges.push([number, number])
  }
  // No comment has the number 0, so an empty list exports nothing.
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',') || '0'
}
