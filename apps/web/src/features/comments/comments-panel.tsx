import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { LazyBoundary, lazyParts } from '../../ui/lazy'
import { CommentRows } from './list/comment-rows'
import { findRowInView } from './list/find-row'
import { filtersOf, ListFilters, ListMenu } from './list/list-filters'
import { isNarrowed, startSettings } from '../review/thread-list'
import type { ThreadList } from '../review/review'
import { useReview, useReviewState } from '../review/use-review'
import { earlierResolvedOn } from '../review/views'
import './comments-panel.css'
import { Download, Search } from 'lucide-react'
import { Button, IconButton } from '../../ui/button'

const parts = lazyParts(() => import('./list.lazy'))
const SearchField = parts((file) => file.SearchField)
const LaterCommentsFailed = parts((file) => file.LaterCommentsFailed)
const FreshProject = parts((file) => file.FreshProject)

interface CommentsPanelProps {
  /** Hides the title if another element shows it, such as the handle of the sheet. */
  isBare?: boolean
  /** The rows of unsent comments and replies. */
  drafts: ReactNode
  /** What the search finds elsewhere; false without comments. */
  elsewhere: ReactNode
  /** Shown below the list, and does not scroll with it. */
  foot?: ReactNode
}

/** The list of comments: beside the design, below it, or in a sheet. It fills its parent, and scrolls inside
 *  it if the parent has its own height. */
export function CommentsPanel({ isBare = false, drafts, elsewhere, foot }: CommentsPanelProps) {
  const review = useReview()
  const { project, part, shown, all, list, rows, unsent, search } = review
  const { stats } = part
  const filters = filtersOf(part, list)
  // On a phone, reading a comment replaces the list, which returns with the search.
  const [isSearching, setIsSearching] = useState(list.settings.search !== '')
  const rowList = useRowsInView()
  useSentRow(rowList)
  const searchButton = useRef<HTMLButtonElement>(null)
  const hasComments = stats.total > 0 || rows.length > 0
  const earlier = earlierResolvedOn(all, shown)
  // A sheet has no room for the button, and a guest rarely exports.
  const canExport = project.can.manage && !isBare

  function endSearch() {
    setIsSearching(false)
    search('')
    searchButton.current?.focus()
  }

  return (
    <section aria-label={m.comments_title()} className="comments-panel">
      <div className="comments-head" data-bare={isBare || undefined}>
        <div className="flex min-w-0 items-center gap-x-2">
          {!isBare && <h2 className="text-15 font-semibold tracking-[-0.01em]">{m.comments_title()}</h2>}
          {isBare && hasComments && <ListFilters filters={filters} />}
          <p className="tabular text-13 text-ink-3">{countOf(stats, list, filters.length > 1)}</p>
        </div>
        <div className="ms-auto flex flex-none">
          {(hasComments || elsewhere) && (
            <IconButton
              ref={searchButton}
              size="sm"
              label={m.search_label()}
              aria-expanded={isSearching}
              onClick={() => (isSearching ? endSearch() : setIsSearching(true))}
            >
              <Search size={18} />
            </IconButton>
          )}
          {project.stats.total > 0 && <ListMenu hasExport={!canExport} />}
          {project.stats.total > 0 && canExport && (
            <IconButton size="sm" label={m.list_export()} onClick={() => review.open('export')}>
              <Download size={18} />
            </IconButton>
          )}
        </div>
      </div>
      {isSearching && (
        <LazyBoundary>
          <SearchField onClose={endSearch}>{list.settings.search.trim() !== '' && elsewhere}</SearchField>
        </LazyBoundary>
      )}
      {!isBare && hasComments && <ListFilters filters={filters} />}
      {rows.length + unsent.length > 0 && (
        <CommentRows ref={rowList}>{unsent.length > 0 && drafts}</CommentRows>
      )}
      {rows.length === 0 && (unsent.length === 0 || hasComments) && <EmptyList hasComments={hasComments} />}
      {earlier && (!hasComments || showsResolved(list)) && (
        <p className="px-4 py-3">
          <button
            type="button"
            className="text-action"
            onClick={() => review.versions.go(shown.design, earlier.number)}
          >
            {m.list_earlier_resolved({ count: earlier.count })}
          </button>
        </p>
      )}
      {!review.isComplete && (
        <LazyBoundary>
          <LaterCommentsFailed project={part} />
        </LazyBoundary>
      )}
      {foot && <div className="panel-foot">{foot}</div>}
    </section>
  )
}

function showsResolved({ settings: { filter } }: ThreadList): boolean {
  return filter === 'all' || filter === 'resolved'
}

/** `12 open`; `2 of 12` while a search or a person narrows the list; nothing without comments, and beside the filters,
 *  which have their own counts. */
function countOf({ total }: Project['stats'], { settings, counts }: ThreadList, hasFilters: boolean): string {
  if (total === 0) return ''
  if (isNarrowed(settings)) return m.count_of({ count: counts.all, total })
  return hasFilters ? '' : m.count_open({ count: total })
}

/** Scrolls the list to the row of a newly selected pin, to the top after a search, and when the list returns, to the row
 *  that was opened from it. The page itself never scrolls for it. */
function useRowsInView() {
  const { selectedKey, list, store } = useReview()
  const { search } = list.settings
  const rows = useRef<HTMLDivElement>(null)
  const lastSearch = useRef(search)
  useEffect(() => {
    const { lastRowKey } = store.get()
    if (lastRowKey !== null && rows.current) findRowInView(rows.current, lastRowKey)
  }, [store])
  useEffect(() => {
    if (selectedKey !== null && rows.current) findRowInView(rows.current, selectedKey)
  }, [selectedKey])
  useEffect(() => {
    if (rows.current && lastSearch.current !== search) rows.current.scrollTop = 0
    lastSearch.current = search
  }, [search])
  return rows
}

const tintMs = 600

/** Shows a comment that was just sent: its row is scrolled into view and tinted for a moment. */
function useSentRow(rowList: RefObject<HTMLElement | null>): void {
  const { threads, listed, include, endSent } = useReview()
  const sentKey = useReviewState((state) => state.sentKey)
  useEffect(() => {
    const thread = threads.find(({ key }) => key === sentKey)
    if (!thread?.comment) return
    include(thread.key)
    const row = listed.includes(thread) && rowList.current ? findRowInView(rowList.current, thread.key) : null
    if (!row) return
    endSent()
    row.animate?.(
      { backgroundColor: ['var(--pm-mark-soft)', 'transparent'] },
      { id: 'sent', duration: tintMs },
    )
  }, [sentKey, threads, listed, rowList, include, endSent])
}

interface EmptyListProps {
  hasComments: boolean
}

/** Says why the list is empty, and what to do. */
function EmptyList({ hasComments }: EmptyListProps) {
  const { project, part, shown, list, changeList, search } = useReview()
  const { settings, counts } = list
  const hasNarrowed = isNarrowed(settings)
  const isFresh = part.can.manage && part.stats.total === 0 && project.stats.total === 0 && !shown.isOld
  return (
    <div className="comments-empty">
      <p className="text-20 font-[620] tracking-[-0.018em]">{titleOf()}</p>
      {isFresh && (
        <LazyBoundary>
          <FreshProject project={part} />
        </LazyBoundary>
      )}
      {!isFresh && !hasComments && !hasNarrowed && part.can.comment && (
        <p className="text-ink-2">{m.list_empty_hint()}</p>
      )}
      {hasComments && hasNarrowed && (
        <Button
          size="sm"
          onClick={() => {
            search('')
            changeList({ person: startSettings.person })
          }}
        >
          {m.list_show_all()}
        </Button>
      )}
    </div>
  )

  function titleOf(): string {
    if (hasNarrowed) return m.list_none_found()
    if (!hasComments) return m.comments_none()
    if (settings.filter === 'open')
      return counts.resolved > 0 ? m.list_all_resolved({ count: counts.resolved }) : m.list_none_open()
    return settings.filter === 'resolved' ? m.list_none_resolved() : m.list_none_new()
  }
}
