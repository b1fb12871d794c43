import { m } from '@pinmark/words/messages'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { Paper } from './paper'
import { imagePath } from '@pinmark/shared/image-path'
import type { Project } from '@pinmark/shared/entities/project'
import type { Verdict } from '@pinmark/shared/entities/round'
import type { MeasuredDesign, ReportPages } from './use-report-pages'
import { formatFacts } from '../../lib/format'
import { Name } from '../../ui/rich'
import { Words } from './report-comment'

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
        {subject !== '' && <Name>{subject}</Name>}
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

/** The description of the project and the state of the round. */
export function ReportIntro({ project: { round, description } }: { project: Project }) {
  return (
    <div className="report-intro">
      <h2 className="report-title">{m.round_number({ number: round.number })}</h2>
      {description !== '' && <Words text={shorten(description)} />}
      {round.message !== '' && <Words text={round.message} />}
    </div>
  )
}

const introLength = 900

function shorten(text: string): string {
  return text.length > introLength ? `${text.slice(0, introLength).trimEnd()}…` : text
}

interface ReportTableProps {
  readonly designs: readonly MeasuredDesign[]
  readonly pages: ReportPages | null
}

/** The designs with their page numbers. */
export function ReportTable({ designs, pages }: ReportTableProps) {
  return (
    <table className="report-table">
      <thead>
        <tr>
          <th scope="col">{m.design_label()}</th>
          <th scope="col">{m.report_version()}</th>
          <th scope="col">{m.filter_open()}</th>
          <th scope="col">{m.filter_resolved()}</th>
          <th scope="col">{m.report_page()}</th>
        </tr>
      </thead>
      <tbody>
        {designs.map((report) => {
          const { design, version, open, total } = report
          const page = pages?.designs.find((one) => one.report.design === design)?.firstPage
          const src = imagePath(version.image._id, 'thumbnail')
          return (
            <tr key={design._id}>
              <th scope="row">
                <img src={src} alt="" />
                <Name>{design.title}</Name>
              </th>
              <td>{version.number}</td>
              <td>{open}</td>
              <td>{total - open}</td>
              <td>{page ?? '–'}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

export interface VerdictRow {
  readonly key: string
  readonly label: string
  readonly words: string
  readonly isFirst: boolean
}

const labels = { good: () => m.verdict_good(), changes: () => m.verdict_changes() }

/** The verdicts of the round: names without a note in one row, and a row for each note. */
export function verdictRows(verdicts: readonly Verdict[]): VerdictRow[] {
  return (['good', 'changes'] as const).flatMap((kind) => {
    const given = verdicts.filter(({ verdict }) => verdict === kind)
    const silent = given.filter(({ note }) => note === '').map(({ name }) => name)
    const noted = given
      .filter(({ note }) => note !== '')
      .map(({ name, note }) => m.label_with_detail({ label: name, detail: note }))
    const lines = [...(silent.length > 0 ? [formatFacts(silent)] : []), ...noted]
    return lines.map((words, at) => ({
      key: `${kind} ${at}`,
      label: labels[kind](),
      words,
      isFirst: at === 0,
    }))
  })
}

export function ReportVerdict({ row, hasTitle }: { row: VerdictRow; hasTitle: boolean }) {
  return (
    <div className="report-verdict">
      {hasTitle && <h2 className="report-title">{m.verdicts_title()}</h2>}
      <p className="report-verdict-line">
        <b>{row.isFirst ? row.label : <span className="sr-only">{row.label}</span>}</b>
        <span>
          <bdi>{row.words}</bdi>
        </span>
      </p>
    </div>
  )
}
