import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useDeferredValue, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { Closable } from '../../lib/closed-link'
import { useStore } from '../../lib/store'
import { useAllComments } from './data/use-all-comments'
import { type Unread, useUnread } from './data/use-unread'
import { useOutgoing } from './drafts/draft-store'
import { useOutbox, useSendWaiting } from './drafts/send-draft'
import {
  type LoadedProject,
  useForgetRefusals,
  useForgetStored,
  useRescueEdits,
  useRescueReplies,
} from './drafts/settle-drafts'
import { pinOfThread, type PinModel } from './pin-model'
import { createReview, type ReviewState, type Scene, type Session, type Surroundings } from './review'
import { countThreads, listPeople, listThreads } from './thread-list'
import { useNewsSinceVisit } from './use-news-since-visit'
import type { VersionChoice } from './use-shown-version'
import type { ThreadView } from './thread-view'
import {
  joinDrafts,
  type JoinedDraft,
  nextDesignOf,
  projectOn,
  threadsOf,
  threadsOn,
  type Unsent,
  unsentOf,
  unsentOn,
} from './views'

/** The session of the open project with what it shows. */
export type Review = Scene & Omit<Session, 'see' | 'settle' | 'end'>

const ReviewContext = createContext<Review | null>(null)
export const ReviewProvider = ReviewContext

export function useReview(): Review {
  const review = use(ReviewContext)
  if (!review) throw new Error('Only a part of the project page has a review.')
  return review
}

/** A part of the state. It renders only when this part changes. */
export function useReviewState<Part>(select: (state: ReviewState) => Part): Part {
  return useStore(useReview().store, select)
}

/** Creates the session of a page, and keeps it up to date with what the page shows. */
export function useReviewSession(
  loaded: LoadedProject & Closable,
  versions: VersionChoice,
  surroundings: Surroundings,
): Review {
  const { threads: all, isComplete, unread, unsent, joined } = useThreads(loaded)
  const { shown } = versions
  const { version, isOld } = shown
  const sinceVisit = useNewsSinceVisit(loaded, shown)
  const queryClient = useQueryClient()
  const { manage } = loaded.can
  const threads = useMemo(() => threadsOn(all, shown, { manage }), [all, shown, manage])
  const [session] = useState(() => createReview({ queryClient, project: loaded, threads, isOld }))
  const { store, see, settle, end } = session
  const settings = useStore(store, ({ list }) => list)
  const keptNew = useStore(store, (state) => state.keptNew)
  const selectedKey = useStore(store, (state) => state.selectedKey)
  const askedFrom = useStore(store, (state) => state.askedFrom)
  const areCommentsShown = useStore(store, (state) => state.areCommentsShown)
  const near = useStore(store, (state) => state.near)
  // The visitor who deletes the project leaves the page in a moment.
  const isDeleting = useStore(store, ({ opened }) => opened === 'delete')
  const project = useMemo(
    () => (isDeleting ? { ...loaded, goneBy: null } : loaded.goneBy ? { ...loaded, can: nothing } : loaded),
    [loaded, isDeleting],
  )

  // Keeps typing in the search field fast with a thousand comments.
  const slow = useDeferredValue(settings)
  const listed = useMemo(() => listThreads(threads, slow, keptNew), [threads, slow, keptNew])
  const rows = useMemo(() => listed.filter(({ comment }) => comment !== null), [listed])
  const counts = useMemo(() => countThreads(threads, slow), [threads, slow])
  const people = useMemo(() => listPeople(threads), [threads])
  const selected = useMemo(
    () => threads.find(({ key }) => key === selectedKey) ?? null,
    [threads, selectedKey],
  )
  const canManage = project.can.manage
  // The image shows the same comments as the list, in the order of numbers. A selected comment stays, even if it was just
  // resolved.
  const pins = useMemo(() => {
    const isListed = new Set(listed)
    return threads
      .filter((thread) => isListed.has(thread) || thread === selected)
      .map((thread) => pinOfThread(thread, version, canManage, near.get(thread.key)))
      .filter((pin) => pin !== null)
  }, [threads, listed, selected, version, canManage, near])
  const part = useMemo(() => projectOn(project, threads, shown), [project, threads, shown])
  const nextDesign = useMemo(
    () => nextDesignOf(project, shown, all, settings),
    [project, shown, all, settings],
  )
  const list = useMemo(() => ({ settings, counts, people }), [settings, counts, people])
  const at = rows.findIndex(({ key }) => key === selectedKey)
  const scene: Scene = {
    ...{ project, part, shown, versions, sinceVisit, all, threads, listed, list, rows },
    ...{ selectedKey, selected, askedFrom, areCommentsShown, isComplete, unread, nextDesign },
    thread: joined.some(({ draft }) => draft.key === selectedKey) ? null : (selected?.comment ?? null),
    pins: areCommentsShown ? pins : noPins,
    position: at === -1 ? null : { at: at + 1, of: rows.length },
    unsent: useMemo(() => unsentOn(unsent, threads, shown), [unsent, threads, shown]),
  }
  useLayoutEffect(() => see({ ...scene, ...surroundings }))
  useEffect(settle)
  useEffect(() => end, [end])
  return { ...session, ...scene }
}

interface Threads {
  /** Stored threads by number, then the drafts of this browser. */
  readonly threads: readonly ThreadView[]
  /** Whether all pages of comments have loaded. */
  readonly isComplete: boolean
  readonly unread: Unread
  /** The unsent comments and replies of this browser, oldest first. */
  readonly unsent: readonly Unsent[]
  readonly joined: readonly JoinedDraft[]
}

/** The data of every pin and row of a project, kept up to date: it loads later pages of comments, and sends
 *  waiting drafts. */
function useThreads(project: LoadedProject): Threads {
  const { permanentId, designs, commentsNext } = project
  const drafts = useOutgoing(permanentId)
  useSendWaiting(
    useOutbox(project),
    drafts.some(({ status }) => status === 'queued'),
  )
  const comments = useAllComments(project)
  const unread = useUnread(project, comments)
  useRescueReplies(project, comments, drafts)
  useRescueEdits(project, comments)
  useForgetRefusals(project)
  const joined = useMemo(() => joinDrafts(comments, drafts), [comments, drafts])
  useForgetStored(permanentId, joined)
  const threads = useMemo(() => threadsOf(comments, joined, unread), [comments, joined, unread])
  const unsent = useMemo(() => unsentOf(joined, comments, designs), [joined, comments, designs])
  return { threads, isComplete: commentsNext === null, unread, unsent, joined }
}

const nothing = { comment: false, rename: false, delete: false, resolve: false, manage: false, own: false }
const noPins: readonly PinModel[] = []
