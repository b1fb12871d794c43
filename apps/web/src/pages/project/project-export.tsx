import type { Project } from '@pinmark/shared/entities/project'
import { useState } from 'react'
import { ExportDialog } from '../../features/export/export-dialog'
import { exportShown } from './export-shown'
import type { ShownVersion } from '../../features/review/threads-on'
import type { Review } from './use-review'

interface ProjectExportProps {
  readonly project: Project
  readonly review: Review
  readonly shown: ShownVersion
  readonly open: boolean
  readonly onClose: () => void
}

/** The Export dialog, for the comments that the list showed when it was opened. */
export function ProjectExport({ review, shown, ...dialog }: ProjectExportProps) {
  const [asShown] = useState(() => exportShown(review.list, shown, review.all))
  const comments = review.all.flatMap(({ comment }) => comment ?? [])
  return <ExportDialog {...dialog} comments={comments} shown={asShown} />
}
