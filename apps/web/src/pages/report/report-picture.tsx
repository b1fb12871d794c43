import { imagePath } from '@pinmark/shared/image-path'
import { designLabel } from '@pinmark/shared/design-label'
import type { PlacedComment } from '@pinmark/shared/export-choice'
import { Pin, type PinLook } from '../../ui/signs'
import { paperScale, type Slice } from './paginate'
import { contentHeightOf, type Paper } from './paper'
import type { ReportDesign } from './report-content'

interface ReportPictureProps {
  readonly paper: Paper
  readonly report: ReportDesign
  readonly slice: Slice
  /** The threads beside it. */
  readonly threads: readonly PlacedComment[]
}

/** A part of a design with the pins of the comments beside it. */
export function ReportPicture({ paper, report: { design, version }, slice, threads }: ReportPictureProps) {
  const { _id, width, height } = version.image
  const scale = paperScale(version.image, contentHeightOf(paper))
  const src = imagePath(_id, 'view')
  return (
    <div
      className="report-picture"
      style={{ width: width * scale, height: (slice.bottom - slice.top) * scale }}
    >
      <div className="report-cut">
        <img
          src={src}
          alt={designLabel(design.title, version.number)}
          style={{ width: width * scale, height: height * scale, top: -slice.top * scale }}
        />
        {threads.map(({ comment, spot: { point, region } }) => {
          if (!point || !region) return null
          const place = { left: point.x * scale, top: (point.y - slice.top) * scale }
          return (
            <div
              key={comment._id}
              className="report-region"
              style={{ ...place, width: region.w * scale, height: region.h * scale }}
            />
          )
        })}
      </div>
      {threads.map((thread) => {
        const { comment, spot } = thread
        if (!spot.point) return null
        const place = { left: spot.point.x * scale, top: (spot.point.y - slice.top) * scale }
        return (
          <div key={comment._id} className="report-pin" style={place}>
            <Pin number={comment.number} look={lookOf(thread)} />
          </div>
        )
      })}
    </div>
  )
}

function lookOf({ comment, spot }: PlacedComment): PinLook {
  if (comment.resolved) return 'resolved'
  const state = spot.carried?.state
  if (state === undefined) return 'open'
  return state === 'check' || state === 'gone' ? state : 'older'
}
