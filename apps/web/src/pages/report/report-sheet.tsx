import { m } from '@pinmark/words/messages'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { Paper } from './paper'

interface ReportHeadProps {
  readonly title: string
  /** Truncated to the width of the head; may be empty. */
  readonly subject: string
  readonly facts: string
  /** Shows a long title completely, on as many lines as it needs. */
  readonly isWhole?: boolean
}

interface ReportSheetProps extends ReportHeadProps {
  readonly paper: Paper
  readonly page: number
  readonly count: number
  readonly children: ReactNode
}

/** One page of the report. */
export function ReportSheet({ paper, page, count, children, ...head }: ReportSheetProps) {
  return (
    <section
      className="report-sheet"
      aria-label={m.report_page_of({ number: page, count })}
      style={{ width: paper.width, height: paper.height }}
    >
      <ReportHead {...head} />
      <div className="report-body">{children}</div>
      <div className="report-foot">
        <p>{m.report_made_with()}</p>
        <p>{m.report_page_of({ number: page, count })}</p>
      </div>
    </section>
  )
}

/** The name of the project, and the subject of the page. */
export function ReportHead({ title, subject, facts, isWhole }: ReportHeadProps) {
  return (
    <div className="report-head" data-whole={isWhole || undefined}>
      <p translate="no" dir="auto" className="report-project">
        {title}
      </p>
      <p className="report-facts">
        {subject !== '' && (
          <bdi translate="no" dir="auto">
            {subject}
          </bdi>
        )}
        <span>{`${subject !== '' ? m.facts_separator() : ''}${facts}`}</span>
      </p>
    </div>
  )
}

/** Margin beside the sheets on a narrow screen. */
const marginPx = 16

/** Reduces the sheets to fit a narrow window; never enlarges them. The print style sheet undoes it. */
export function useSheetZoom({ width }: Paper) {
  const table = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(Infinity)
  useLayoutEffect(() => {
    const element = table.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && !matchMedia('print').matches) setAvailable(entry.contentRect.width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { table, zoom: Math.min(1, (available - 2 * marginPx) / width) }
}
