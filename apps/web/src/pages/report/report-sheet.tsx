import type { ReactNode } from 'react'
import type { Paper } from './paper'

interface ReportSheetProps {
  readonly paper: Paper
  readonly title: string
  /** Truncated to the width of the head; may be empty. */
  readonly subject: string
  readonly facts: string
  readonly page: number
  readonly count: number
  readonly children: ReactNode
}

/** A page of paper. */
export function ReportSheet({ paper, title, subject, facts, page, count, children }: ReportSheetProps) {
  return (
    <section
      className="report-sheet"
      aria-label={`Page ${page} of ${count}`}
      style={{ width: paper.width, height: paper.height }}
    >
      <div className="report-head">
        <p className="report-project">
          <bdi dir="auto">{title}</bdi>
        </p>
        <p className="report-facts">
          {subject !== '' && <bdi dir="auto">{subject}</bdi>}
          <span>
            {subject !== '' && ', '}
            {facts}
          </span>
        </p>
      </div>
      <div className="report-body">{children}</div>
      <div className="report-foot">
        <p>Made with Pinmark</p>
        <p>
          Page {page} of {count}
        </p>
      </div>
    </section>
  )
}
