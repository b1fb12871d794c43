import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { layOutDesign, layOutRows, sliceDesign, sliceOf, type DesignSheet } from './paginate'
import { contentHeightOf, tableRowPx, type Paper } from './paper'
import { blocksOf, type Block, type ReportDesign } from './report-content'

export interface MeasuredDesign extends ReportDesign {
  /** The blocks of each thread. */
  readonly blocks: readonly (readonly Block[])[]
}

interface DesignPages {
  readonly report: MeasuredDesign
  readonly sheets: readonly DesignSheet[]
  /** Number of its first page. */
  readonly firstPage: number
}

export interface ReportPages {
  /** Rows of designs and verdicts on each page before the designs. */
  readonly cover: readonly { readonly from: number; readonly to: number }[]
  readonly designs: readonly DesignPages[]
  readonly count: number
}

/** Lays out the report on pages, after its texts have been measured.
 *  @returns `measure`, a hidden element with everything in its width on paper: first the texts of the cover,
 *  then all blocks in order */
export function useReportPages(
  reports: readonly ReportDesign[],
  { paper, hasReplies, coverRows }: { paper: Paper; hasReplies: boolean; coverRows: number },
) {
  const measure = useRef<HTMLDivElement>(null)
  const [areFontsThere, setFontsThere] = useState(false)
  const [pages, setPages] = useState<ReportPages | null>(null)
  const designs = useMemo(
    () =>
      reports.map((report): MeasuredDesign => {
        return { ...report, blocks: report.threads.map(({ comment }) => blocksOf(comment, hasReplies)) }
      }),
    [reports, hasReplies],
  )
  useLayoutEffect(() => {
    let isWanted = true
    void document.fonts.ready.then(() => isWanted && setFontsThere(true))
    return () => {
      isWanted = false
    }
  }, [])
  useLayoutEffect(() => {
    const element = measure.current
    if (!element || !areFontsThere) return
    const heightOf = (child: Element) => child.getBoundingClientRect().height
    const coverHeights = [...element.querySelectorAll('[data-cover]')].map(heightOf)
    const heights = [...element.querySelectorAll('[data-block]')].map(heightOf)
    setPages(layReport(designs, { paper, coverRows, coverHeights, heights }))
  }, [designs, paper, coverRows, areFontsThere])
  return { measure, designs, pages }
}

interface Measures {
  paper: Paper
  coverRows: number
  coverHeights: readonly number[]
  heights: readonly number[]
}

function layReport(
  designs: readonly MeasuredDesign[],
  { paper, coverRows, coverHeights, heights }: Measures,
): ReportPages {
  const sheetHeight = contentHeightOf(paper)
  const [intro = 0, ...verdicts] = coverHeights
  const rows = Array.from({ length: coverRows }, () => tableRowPx)
  const cover = coverRows === 0 ? [] : layOutRows([intro, ...rows, ...verdicts], sheetHeight)
  let page = cover.length
  let at = 0
  const laid = designs
    .map((report): DesignPages => {
      const slices = sliceDesign(report.version.image, sheetHeight)
      const threads = report.threads.map((thread, index) => {
        const count = report.blocks[index]?.length ?? 0
        const own = heights.slice(at, at + count)
        at += count
        return { slice: sliceOf(thread, slices), heights: own }
      })
      return { report, sheets: layOutDesign(slices, threads, sheetHeight), firstPage: 0 }
    })
    .filter(({ report }) => report.threads.length > 0 || designs.length === 1)
    .map((one) => {
      const firstPage = page + 1
      page += one.sheets.length
      return { ...one, firstPage }
    })
  return { cover, designs: laid, count: page }
}
