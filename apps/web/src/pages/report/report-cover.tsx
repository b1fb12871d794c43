import { imagePath } from '@pinmark/shared/image-path'
import type { Project } from '@pinmark/shared/entities/project'
import type { Verdict } from '@pinmark/shared/entities/round'
import { m } from '@pinmark/words/messages'
import type { MeasuredDesign, ReportPages } from './use-report-pages'
import { formatFacts } from '../../lib/format'

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

function Words({ text }: { text: string }) {
  return (
    <p dir="auto" className="report-words">
      {text}
    </p>
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
                <bdi translate="no" dir="auto">
                  {design.title}
                </bdi>
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
