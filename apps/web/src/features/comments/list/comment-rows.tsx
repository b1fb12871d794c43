import { memo, type ReactNode, type Ref } from 'react'
import { useReview, useReviewState } from '../../review/use-review'
import type { ThreadView } from '../../review/thread-view'
import { CommentRow } from './comment-row'

interface AllRowsProps extends Pick<RowsPartProps, 'picked' | 'onPick'> {
  readonly ref: Ref<HTMLDivElement>
  readonly children: ReactNode
}

interface RowsPartProps {
  readonly rows: readonly ThreadView[]
  readonly selectedKey: string | null
  readonly hoveredKey: string | null
  /** Null while no comments are picked. */
  readonly picked: ReadonlySet<string> | null
  readonly onPick: (key: string) => void
  readonly onSelect: (key: string) => void
  readonly onHover: (key: string | null) => void
}

/** All rows: one list, whose length screen readers announce, rendered in parts. Browsers check every skipped
 *  box (`content-visibility`) in each frame. For ten thousand rows this takes longer than a frame, for two
 *  hundred parts it does not. */
export function CommentRows({ ref, children, picked, onPick }: AllRowsProps) {
  const { rows, selectedKey, openRow, hover } = useReview()
  const hoveredKey = useReviewState((state) => state.hoveredKey)
  return (
    <div ref={ref} role="list" className="comments-rows">
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
            picked={picked}
            onPick={onPick}
            onSelect={openRow}
            onHover={hover}
          />
        )
      })}
    </div>
  )
}

/** Renders only when something in it changes: pointing at a pin renders one part. */
const RowsPart = memo(function RowsPart({
  rows,
  selectedKey,
  hoveredKey,
  picked,
  onPick,
  onSelect,
  onHover,
}: RowsPartProps) {
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
          isPicked={picked && picked.has(thread.key)}
          onPick={onPick}
          onSelect={onSelect}
          onHover={onHover}
        />
      ))}
    </div>
  )
}, isSamePart)

const rowsToPart = 50
/** Height of a row with name, time and two lines of text, in CSS pixels. It is used until a part has been
 *  visible. */
const usualRowPx = 92

function partsOf(rows: readonly ThreadView[]): (readonly ThreadView[])[] {
  return Array.from({ length: Math.ceil(rows.length / rowsToPart) }, (_, index) =>
    rows.slice(index * rowsToPart, (index + 1) * rowsToPart),
  )
}

function isSamePart({ rows, ...props }: RowsPartProps, next: RowsPartProps): boolean {
  return (
    props.selectedKey === next.selectedKey &&
    props.hoveredKey === next.hoveredKey &&
    props.picked === next.picked &&
    props.onPick === next.onPick &&
    props.onSelect === next.onSelect &&
    props.onHover === next.onHover &&
    rows.length === next.rows.length &&
    rows.every((thread, index) => thread === next.rows[index])
  )
}
