import { imagePath } from '@pinmark/shared/image-path'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { useState } from 'react'
import { sheetOnMat } from '../../ui/sheet-on-mat'

/** The design as a sheet on the mat, with blank sheets behind it if there are more designs. Hidden from
 *  screen readers, which read the title. A picture that fails to load leaves a blank sheet. */
export function CardPicture({ project }: { project: ProjectSummary }) {
  const [hasFailed, setHasFailed] = useState(false)
  const { isCut, ...size } = sheetOnMat(project)
  return (
    <div className="card-mat" data-cut={isCut || undefined}>
      <div className="card-sheet" data-fan={fanOf(project.designs)} style={size}>
        {!hasFailed && (
          <img
            src={imagePath(project.thumbnail, 'thumbnail')}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={() => setHasFailed(true)}
          />
        )}
      </div>
    </div>
  )
}

/** Number of sheets behind the first one: 2 at most. */
function fanOf(designs: number): number | undefined {
  return designs > 1 ? Math.min(designs - 1, 2) : undefined
}
