import { memo, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { useReview, useReviewState } from '../../review/use-review'
import type { ThreadView } from '../../review/thread-view'
import { CommentRow } from './comment-row'

interface AllRowsProps {
  readonly ref: Ref<HTMLDivElement>
  readonly children: ReactNode
}

interface RowsPartProps {
  readonly rows: readonly ThreadView[]
  readonly selectedKey: string | null
  readonly hoveredKey: string | null
  /** The row that Tab reaches. */
  readonly tabKey: string | null
  /** Whether rows say that they are new. */
  readonly tellsNew: boolean
  readonly onResolve: (key: string) => void
  readonly onSelect: (key: string) => void
  readonly onHover: (key: string | null) => void
}

/** All rows: one list, whose length screen readers announce, rendered in parts. Browsers check every skipped
 *  box (`content-visibility`) in each frame. For ten thousand rows this takes longer than a frame, for two
 *  hundred parts it does not. */
export function CommentRows({ ref, children }: AllRowsProps) {
  const { rows, list, selectedKey, openRow, hover, resolveRow } = useReview()
  const hoveredKey = useReviewState((state) => state.hoveredKey)
  const [lastFocused, setLastFocused] = useState<string | null>(null)
  const isRow = (wanted: string | null) => rows.some(({ key }) => key === wanted)
  const tabKey = [lastFocused, selectedKey].find(isRow) ?? rows[0]?.key ?? null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/interactive-supports-focus -- Its rows have the focus.
    <div
      ref={ref}
      role="list"
      className="comments-rows"
      onFocus={({ target }) => setLastFocused(target.closest('[data-row]')?.getAttribute('data-row') ?? null)}
      onKeyDown={stepRows}
    >
      {children}
      {partsOf(rows).map((part, index) => {
        const keyIn = (key: string | null) => (part.some((thread) => thread.key === key) ? key : null)
        return (
          <RowsPart
            // oxlint-disable-next-line react/no-array-index-key -- A part is a slot of the list and may hold any row.
            key={index}
            rows={part}
            selectedKey={keyIn(selectedKey)}
            hoveredKey={keyIn(hoveredKey)}
            tabKey={keyIn(tabKey)}
            tellsNew={list.settings.filter !== 'new'}
            onResolve={resolveRow}
            onSelect={openRow}
            onHover={hover}
          />
        )
      })}
    </div>
  )
}

/** Renders only when something in it changes: pointing at a pin renders one part. */
const RowsPart = memo(function RowsPart({ rows, selectedKey, hoveredKey, tabKey, ...props }: RowsPartProps) {
  return (
    // A part that is not visible is not laid out, so that a list of ten thousand rows opens as fast as one of
    // ten.
    <div
      data-part
      style={{ contentVisibility: 'auto', containIntrinsicSize: `auto ${rows.length * usualRowPx}px` }}
    >
      {rows.map((thread) => (
        <CommentRow
          key={thread.key}
          thread={thread}
          isSelected={thread.key === selectedKey}
          isHovered={thread.key === hoveredKey}
          isTabStop={thread.key === tabKey}
          {...props}
        />
      ))}
    </div>
  )
}, isSamePart)

/** Arrow keys, Home and End go from row to row, and stay on the same control: the comment or its check. */
function stepRows(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target instanceof Element ? event.target.closest('[data-row]') : null
  const kind =
    event.target instanceof Element && event.target.matches('.row-check') ? '.row-check' : '.row-button'
  const rows = [...event.currentTarget.querySelectorAll('[data-row]')]
  const at = row ? rows.indexOf(row) : -1
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  if (at === -1 || to === undefined) return
  event.preventDefault()
  const next = rows[to]
  ;(next?.querySelector<HTMLElement>(kind) ?? next?.querySelector<HTMLElement>('.row-button'))?.focus()
}

const rowsToPart = 50
/** Height of a row with name, time and two lines of text, in CSS pixels. It is used until a part has been
 *  visible. */
const usualRowPx = 92

function partsOf(rows: readonly ThreadView[]): (readonly ThreadView[])[] {
  return Array.from({ length: Math.ceil(rows.length / rowsToPart) }, (_, index) =>
    rows.slice(index * rowsToPart, (index + 1) * rowsToPart),
  )
}

function isSamePart({ rows, ...props }: RowsPartProps, { rows: nextRows, ...next }: RowsPartProps): boolean {
  const others = Object.entries(next)
  return (
    others.every(([name, value]) => Reflect.get(props, name) === value) &&
    rows.length === nextRows.length &&
    rows.every((thread, index) => thread === nextRows[index])
  )
}
