import { useEffect, useRef } from 'react'
import './comments-panel.css'
import { CommentRow } from './list/comment-row'
import type { ThreadView } from './thread-view'

interface CommentsPanelProps {
  threads: readonly ThreadView[]
  selectedKey: string | null
  hoveredKey: string | null
  /** Counts by the server, while not all comments are here yet. */
  counts: { open: number; total: number }
  canComment: boolean
  /** Without the title row, where something else is its title already: the sheet's handle. */
  isBare?: boolean
  /** Both must stay the same functions, or every row is drawn anew. */
  onSelect: (key: string) => void
  onHover: (key: string | null) => void
}

/** The list of comments: beside the design, below it, or in a sheet. It fills its parent and scrolls inside it where
 *  the parent has a height of its own. */
export function CommentsPanel(props: CommentsPanelProps) {
  const { threads, selectedKey, hoveredKey, counts, canComment, isBare = false, onSelect, onHover } = props
  const listed = threads.filter(({ state }) => state !== 'draft')
  const list = useSelectedInView(selectedKey)
  return (
    <section aria-label="Comments" className="flex min-h-0 flex-1 flex-col">
      {!isBare && (
        <div className="flex h-(--pm-bar-h) flex-none items-center gap-2 border-b border-line pr-2 pl-4 max-lg:pl-6">
          <h2 className="text-15 font-semibold tracking-[-0.01em]">Comments</h2>
          <p className="text-13 text-ink-3 tabular-nums">{progressOf(counts)}</p>
        </div>
      )}
      {listed.length === 0 ? (
        <EmptyList canComment={canComment} />
      ) : (
        <ol ref={list} className="min-h-0 flex-1 overflow-y-auto p-2 pt-1 max-lg:px-4">
          {listed.map((thread) => (
            <CommentRow
              key={thread.key}
              thread={thread}
              isSelected={thread.key === selectedKey}
              isHovered={thread.key === hoveredKey}
              onSelect={onSelect}
              onHover={onHover}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

/** `5 of 12 resolved`, or nothing while there is nothing to count. */
function progressOf({ open, total }: { open: number; total: number }): string {
  return total === 0 ? '' : `${total - open} of ${total} resolved`
}

function EmptyList({ canComment }: { canComment: boolean }) {
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-2 px-6 py-12 text-center text-balance">
      <p className="text-20 font-[620] tracking-[-0.018em]">No comments yet</p>
      {canComment && (
        <p className="text-ink-2">
          Click the design to comment. Or press C and place the pin with the arrow keys.
        </p>
      )}
    </div>
  )
}

/** Brings the row of a newly selected pin into the list's view. The page itself never scrolls for it. */
function useSelectedInView(selectedKey: string | null) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const box = list.current
    if (selectedKey === null || !box || box.scrollHeight <= box.clientHeight) return
    const row = [...box.children].find((child) => child.getAttribute('data-row') === selectedKey)
    if (!row) return
    const { top, bottom } = row.getBoundingClientRect()
    const frame = box.getBoundingClientRect()
    if (top < frame.top) box.scrollTop += top - frame.top
    else if (bottom > frame.bottom) box.scrollTop += bottom - frame.bottom
  }, [selectedKey])
  return list
}
