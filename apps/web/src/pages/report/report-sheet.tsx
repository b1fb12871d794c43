import type { ReactNode } from 'react'
import type { Paper } from './paper'

interface ReportHeadProps {
  readonly title: string
  /** Truncated to the width of the head; may be empty. */
  readonly subject: string
  readonly facts: string
  /** Shows a long title whole, on as many lines as it needs. */
  readonly isWhole?: boolean
}

interface ReportSheetProps extends ReportHeadProps {
  readonly paper: Paper
  readonly page: number
  readonly count: number
  readonly children: ReactNode
}

/** A page of paper. */
export function ReportSheet({ paper, page, count, children, ...head }: ReportSheetProps) {
  return (
    <section
      className="report-sheet"
      aria-label={`Page ${page} of ${count}`}
      style={{ width: paper.width, height: paper.height }}
    >
      <ReportHead {...head} />
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

/** Name of the project, and what the page shows of it. */
export function ReportHead({ title, subject, facts, isWhole }: ReportHeadProps) {
  return (
    <div className="report-head" data-whole={isWhole || undefined}>
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
  )
}
