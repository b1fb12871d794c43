import { useState } from 'react'
import { ExportDialog } from '../../features/export/export-dialog'
import { useReview } from '../../features/review/use-review'
import { exportShown } from './export-shown'

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
