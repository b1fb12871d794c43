import { pathTo } from '@pinmark/shared/api/endpoint'
import { loadImage } from '@pinmark/shared/api/images'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { useState } from 'react'
import { sheetOnMat } from './sheet-on-mat'

/** The design as a sheet on the mat. Readers have the title; a picture that does not come leaves a blank sheet. */
export function CardPicture({ project }: { project: ProjectSummary }) {
  const [hasFailed, setHasFailed] = useState(false)
  const { isCut, ...size } = sheetOnMat(project)
  return (
    <div className="card-mat" data-cut={isCut || undefined}>
      <div className="card-sheet" style={size}>
        {!hasFailed && (
          <img
            src={pathTo(loadImage, { params: { imageId: project.thumbnail, rendition: 'thumbnail' } })}
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
