import type { Comment } from '@pinmark/shared/entities/comment'
import type { ExportFilter } from '@pinmark/shared/entities/export'
import type { Project } from '@pinmark/shared/entities/project'
import { pagePaths } from '@pinmark/shared/paths'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { formatDate } from '../../lib/clock'
import { nameIn } from '../../lib/session'
import { useTitle } from '../../lib/title'
import { Button, buttonClass } from '../../ui/button'
import { columnWidthOf, contentHeightOf, contentWidthOf, type Paper, usePaper, usePrint } from './paper'
import { ReportBlock } from './report-comment'
import { countsOf, designsOf, joinParts, type ReportDesign } from './report-content'
import {
  ReportIntro,
  ReportTable,
  ReportVerdict,
  verdictRows,
  ReportHead,
  ReportSheet,
  useSheetZoom,
} from './report-sheet'
import { useReportPages } from './use-report-pages'
import { RadioGroup } from '../../ui/radio-group'
import { Ink } from '../../features/canvas/drawing/strokes'
import { hasFrame } from '@pinmark/shared/strokes'
import { strokesPath } from '@pinmark/shared/strokes-path'
import { imagePath } from '@pinmark/shared/image-path'
import type { PlacedComment } from '@pinmark/shared/export-choice'
import { pinStateOf } from '../../features/review/pin-model'
import { m } from '@pinmark/words/messages'
import { Pin } from '../../ui/signs'
import { leansOf, paperScale, type Slice } from './paginate'
import { rich } from '../../ui/rich'
import { formatFacts } from '../../lib/format'

interface ReportViewProps {
  readonly project: Project
  /** All comments of the project. */
  readonly comments: readonly Comment[]
  readonly filter: ExportFilter
}

/** The report as it will be printed, sheet by sheet. */
export function ReportView({ project, comments, filter }: ReportViewProps) {
  useTitle(m.report_title({ name: project.name }))
  const [today] = useState(() => formatDate(new Date().toISOString()))
  const { paper, choices, choosePaper } = usePaper()
  const reports = useMemo(() => designsOf(project, comments, filter), [project, comments, filter])
  const verdicts = useMemo(() => verdictRows(project.round.verdicts ?? []), [project])
  const hasCover = reports.length > 1 || verdicts.length > 0
  const { measure, designs, pages } = useReportPages(reports, {
    paper,
    hasReplies: filter.replies === 'true',
    coverRows: hasCover ? reports.length : 0,
  })
  const { table, zoom } = useSheetZoom(paper)
  const { print, isPreparing } = usePrint(table)
  const count = reports.reduce((sum, { threads }) => sum + threads.length, 0)
  const ownName = nameIn(project)
  const sheet = { paper, title: project.name, count: pages?.count ?? 0 }
  const coverHead = {
    subject: m.count_designs({ count: reports.length }),
    facts: `${countsOf(reports)} · ${today}`,
  }

  return (
    <div className="report">
      <div className="report-bar">
        <h1 className="report-heading">
          {rich(m.report_heading, {
            counts: <span className="report-count">{countWords(count, pages?.count)}</span>,
          })}
        </h1>
        <RadioGroup
          aria-label={m.report_paper()}
          className="segments"
          choiceClass="segment"
          choices={choices.map((name) => ({ value: name, label: name }))}
          value={paper.name}
          onChoose={choosePaper}
        />
        <Link to={pagePaths.project(project._id)} className={buttonClass({})}>
          <span>
            <span aria-hidden className="md:hidden">
              {m.report_back_short()}
            </span>
            <span className="max-md:sr-only">{m.report_back()}</span>
          </span>
        </Link>
        <Button variant="primary" pending={isPreparing || !pages} onClick={print}>
          {m.report_print()}
        </Button>
      </div>
      <div
        ref={table}
        className="report-table-top"
        data-paper={paper.name}
        data-ready={pages ? true : undefined}
      >
        <div className="report-sheets" style={{ zoom }}>
          {pages?.cover.map(({ from, to }, at) => (
            <ReportSheet key={from} {...sheet} {...coverHead} isWhole={from === 0} page={at + 1}>
              <div className="report-cover">
                {from === 0 && <ReportIntro project={project} />}
                {from <= designs.length && (
                  <ReportTable designs={designs.slice(Math.max(0, from - 1), to - 1)} pages={pages} />
                )}
                {verdicts
                  .map((row, index) => ({ row, index, place: 1 + designs.length + index }))
                  .filter(({ place }) => place >= from && place < to)
                  .map(({ row, index }) => (
                    <ReportVerdict key={row.key} row={row} hasTitle={index === 0} />
                  ))}
              </div>
            </ReportSheet>
          ))}
          {pages?.designs.flatMap(({ report, sheets, firstPage }) =>
            sheets.map(({ slice, portions }, at) => {
              const threads = portions.flatMap(({ thread }) => report.threads[thread] ?? [])
              return (
                <ReportSheet
                  key={`${report.design._id} ${firstPage + at}`}
                  {...sheet}
                  subject={report.design.title === project.name ? '' : report.design.title}
                  facts={`${m.version_lower({ number: report.version.number })} · ${countsOf([report])} · ${today}`}
                  page={firstPage + at}
                >
                  {at === 0 && <h2 className="sr-only">{report.design.title}</h2>}
                  <ReportPicture paper={paper} report={report} slice={slice} threads={threads} />
                  <div className="report-column">
                    {portions.map(({ thread, from, to }) => {
                      const placed = report.threads[thread]
                      if (!placed) return null
                      return (
                        <article key={placed.comment._id} className="report-comment">
                          {joinParts(report.blocks[thread]?.slice(from, to) ?? []).map((block, index) => (
                            <ReportBlock
                              key={block.key}
                              thread={placed}
                              block={block}
                              isContinued={index === 0 && from > 0}
                              ownName={ownName}
                            />
                          ))}
                        </article>
                      )
                    })}
                  </div>
                </ReportSheet>
              )
            }),
          )}
        </div>
        {count === 0 && <p className="report-none">{m.report_none()}</p>}
      </div>
      <div ref={measure} aria-hidden inert className="report-measure">
        <div style={{ width: contentWidthOf(paper) }}>
          <div data-cover>
            <ReportHead {...coverHead} title={project.name} isWhole />
            <ReportIntro project={project} />
            <ReportTable designs={noDesigns} pages={null} />
          </div>
          {verdicts.map((row, at) => (
            <div key={row.key} data-cover>
              <ReportVerdict row={row} hasTitle={at === 0} />
            </div>
          ))}
        </div>
        <div style={{ width: columnWidthOf(paper) }}>
          {designs.flatMap(({ threads, blocks }) =>
            threads.flatMap((thread, at) =>
              blocks[at]?.map((block) => (
                <div key={`${thread.comment._id} ${block.key}`} data-block>
                  <ReportBlock thread={thread} block={block} ownName={ownName} />
                </div>
              )),
            ),
          )}
        </div>
      </div>
    </div>
  )
}

const noDesigns: readonly never[] = []

function countWords(comments: number, pages: number | undefined): string {
  const words = m.count_comments({ count: comments })
  if (pages === undefined) return words
  return formatFacts([words, m.count_pages({ count: pages })])
}

interface ReportPictureProps {
  readonly paper: Paper
  readonly report: ReportDesign
  readonly slice: Slice
  /** The threads beside it. */
  readonly threads: readonly PlacedComment[]
}

/** A part of a design with the pins of the comments beside it. */
function ReportPicture({ paper, report: { design, version }, slice, threads }: ReportPictureProps) {
  const { _id, width, height } = version.image
  const scale = paperScale(version.image, contentHeightOf(paper))
  const src = imagePath(_id, 'view')
  const pins = threads.flatMap((thread) => {
    const { point } = thread.spot
    return point ? [{ thread, left: point.x * scale, top: (point.y - slice.top) * scale }] : []
  })
  const leans = leansOf(pins)
  return (
    <div
      className="report-picture"
      style={{ width: width * scale, height: (slice.bottom - slice.top) * scale }}
    >
      <div className="report-cut">
        <img
          src={src}
          alt={m.design_alt({ name: design.title, number: version.number })}
          style={{ width: width * scale, height: height * scale, top: -slice.top * scale }}
        />
        {threads.map(({ comment, spot: { point, region, strokes } }) => {
          if (!point || !region || !hasFrame(region, strokes)) return null
          const place = { left: point.x * scale, top: (point.y - slice.top) * scale }
          return (
            <div
              key={comment._id}
              className="report-region"
              style={{ ...place, width: region.w * scale, height: region.h * scale }}
            />
          )
        })}
        <svg
          aria-hidden
          viewBox={`0 ${slice.top} ${width} ${slice.bottom - slice.top}`}
          className="report-strokes"
        >
          {threads.map(
            ({ comment, spot: { point, strokes, carried } }) =>
              point &&
              strokes && (
                <Ink
                  key={comment._id}
                  path={strokesPath(strokes, point, width)}
                  isGuess={carried?.state === 'check'}
                />
              ),
          )}
        </svg>
      </div>
      {pins.map(({ thread, left, top }, index) => (
        <div key={thread.comment._id} className="report-pin" style={{ left, top }} data-lean={leans[index]}>
          <Pin number={thread.comment.number} look={lookOf(thread)} />
        </div>
      ))}
    </div>
  )
}

function lookOf({ comment, spot }: PlacedComment) {
  return pinStateOf({ ...spot, state: comment.resolved ? 'resolved' : 'open' })
}
