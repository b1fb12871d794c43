import type { Project } from '@pinmark/shared/entities/project'
import { Download } from 'lucide-react'
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button'
import { prefetchedComponent } from '../../ui/lazy-component'
import { LazyBoundary, ChunkErrorBoundary } from '../../ui/lazy-boundary'
import './comments-panel.css'
import { CommentRows } from './list/comment-rows'
import { findRowInView } from './list/find-row'
import { EmptyList } from './list/empty-list'
import { LaterCommentsFailed } from './list/later-comments-failed'
import { ListFilters } from './list/list-filters'
import { ListMenu } from './list/list-menu'
import { SearchButton } from './list/search-button'
import { isNarrowed } from '../review/thread-list'
import type { Unsent } from '../review/unsent'
import type { ThreadList } from '../review/use-thread-list'
import type { Unread } from '../review/data/use-unread'

const DraftRows = prefetchedComponent(async () => (await import('./list/draft-rows')).DraftRows)
const SearchField = prefetchedComponent(async () => (await import('./list/search-field')).SearchField)
const ResolvePicked = prefetchedComponent(async () => (await import('./list/resolve-picked')).ResolvePicked)

interface CommentsPanelProps {
  project: Project
  list: ThreadList
  unread: Unread
  unsent: readonly Unsent[]
  selectedKey: string | null
  hoveredKey: string | null
  /** Whether a comment is new to the visitor, on this design or another. */
  hasNew: boolean
  /** Hides the title if another element shows it, such as the handle of the sheet. */
  isBare?: boolean
  /** Both must stay the same functions, or every row renders again. */
  onSelect: (key: string) => void
  onHover: (key: string | null) => void
  /** Called when a draft was sent from its row. */
  onSent: (key: string) => void
  /** Undefined if there is nothing to export, on this design or another. */
  onExport: (() => void) | undefined
  /** Comments that were resolved on earlier versions, which this list leaves out. */
  earlier: { count: number; onShow: () => void } | null
  /** What the search finds on other designs; false if these have no comments. */
  elsewhere: ReactNode
  /** Shown below the list, and does not scroll with it. */
  foot?: ReactNode
}

/** The list of comments: beside the design, below it, or in a sheet. It fills its parent, and scrolls inside
 *  it if the parent has its own height. */
export function CommentsPanel(props: CommentsPanelProps) {
  const { project, list, unread, unsent, selectedKey, hoveredKey, hasNew, isBare = false } = props
  const { onSelect, onHover, onSent, onExport, earlier, elsewhere, foot } = props
  const { stats, can } = project
  const { rows } = list
  // On a phone, reading a comment replaces the list, which returns with the search.
  const [isSearching, setIsSearching] = useState(list.settings.search !== '')
  const { lastRowRef } = list
  const rowList = useRowsInView(selectedKey, list)
  const selectRow = useCallback(
    (key: string) => {
      lastRowRef.current = key
      onSelect(key)
    },
    [lastRowRef, onSelect],
  )
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null)
  const pick = useCallback(
    (key: string) =>
      setPicked(
        (keys) => keys && new Set(keys.has(key) ? [...keys].filter((one) => one !== key) : [...keys, key]),
      ),
    [],
  )
  const searchButton = useRef<HTMLButtonElement>(null)
  const hasComments = stats.total > 0 || rows.length > 0

  function endSearch() {
    setIsSearching(false)
    list.search('')
    searchButton.current?.focus()
  }

  return (
    <section aria-label="Comments" className="comments-panel">
      <div className="comments-head" data-bare={isBare || undefined}>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2">
          {!isBare && <h2 className="text-15 font-semibold tracking-[-0.01em]">Comments</h2>}
          <p className="tabular text-13 text-ink-3">{countOf(stats, list)}</p>
        </div>
        <div className="ml-auto flex flex-none">
          {(hasComments || elsewhere) && (
            <SearchButton
              ref={searchButton}
              isOpen={isSearching}
              onToggle={() => (isSearching ? endSearch() : setIsSearching(true))}
            />
          )}
          {hasComments && (
            <ListMenu
              list={list}
              onMarkAllRead={hasNew ? unread.markAllRead : undefined}
              hasSeveralDesigns={project.designs.length > 1}
              onPick={can.resolve ? () => setPicked(new Set()) : undefined}
            />
          )}
          {onExport && (
            <IconButton size="sm" label="Export comments" onClick={onExport}>
              <Download aria-hidden size={18} strokeWidth={1.75} />
            </IconButton>
          )}
        </div>
      </div>
      {isSearching && (
        <LazyBoundary>
          <SearchField list={list} onClose={endSearch}>
            {list.settings.search.trim() !== '' && elsewhere}
          </SearchField>
        </LazyBoundary>
      )}
      {hasComments && <ListFilters list={list} />}
      {rows.length + unsent.length > 0 && (
        <CommentRows
          ref={rowList}
          rows={rows}
          selectedKey={selectedKey}
          hoveredKey={hoveredKey}
          picked={picked}
          onPick={pick}
          onSelect={selectRow}
          onHover={onHover}
        >
          {unsent.length > 0 && (
            <LazyBoundary>
              <DraftRows
                project={project}
                unsent={unsent}
                selectedKey={selectedKey}
                hoveredKey={hoveredKey}
                onSelect={onSelect}
                onHover={onHover}
                onSent={onSent}
              />
            </LazyBoundary>
          )}
        </CommentRows>
      )}
      {rows.length === 0 && (unsent.length === 0 || hasComments) && (
        <EmptyList list={list} hasComments={hasComments} canComment={can.comment} />
      )}
      {earlier && (!hasComments || showsResolved(list)) && (
        <p className="px-4 py-3">
          <button type="button" className="text-action" onClick={earlier.onShow}>
            {`${earlier.count} resolved on earlier versions`}
          </button>
        </p>
      )}
      <LaterCommentsFailed project={project} />
      {picked && (
        <ChunkErrorBoundary onFailed={() => setPicked(null)}>
          <Suspense fallback={null}>
            <ResolvePicked
              projectId={project._id}
              picked={picked}
              all={rows.flatMap(({ state, comment }) => (state === 'open' && comment ? [comment] : []))}
              unread={unread}
              onPick={setPicked}
              onEnd={() => setPicked(null)}
            />
          </Suspense>
        </ChunkErrorBoundary>
      )}
      {foot && <div className="panel-foot">{foot}</div>}
    </section>
  )
}

function showsResolved({ settings: { filter } }: ThreadList): boolean {
  return filter === 'all' || filter === 'resolved'
}

/** `5 of 12 resolved`; `2 of 12` while a search or a person narrows the list; nothing without comments. */
function countOf({ open, total }: Project['stats'], { settings, counts }: ThreadList): string {
  if (total === 0) return ''
  return isNarrowed(settings) ? `${counts.all} of ${total}` : `${total - open} of ${total} resolved`
}

/** Scrolls the list to the row of a newly selected pin, to the top after a search, and when the list returns, to the row
 *  that was opened from it. The page itself never scrolls for it. */
function useRowsInView(selectedKey: string | null, { settings: { search }, lastRowRef }: ThreadList) {
  const list = useRef<HTMLDivElement>(null)
  const lastSearch = useRef(search)
  useEffect(() => {
    if (lastRowRef.current !== null && list.current) findRowInView(list.current, lastRowRef.current)
  }, [lastRowRef])
  useEffect(() => {
    if (selectedKey !== null && list.current) findRowInView(list.current, selectedKey)
  }, [selectedKey])
  useEffect(() => {
    if (list.current && lastSearch.current !== search) list.current.scrollTop = 0
    lastSearch.current = search
  }, [search])
  return list
}
