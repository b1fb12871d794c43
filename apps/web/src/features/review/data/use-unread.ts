import * as liveApi from '@pinmark/shared/api/live'
import type { Comment, Message } from '@pinmark/shared/entities/comment'
import type { NewVisit, Project, Visit } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { call } from '../../../lib/api'
import { projectKeys } from '../../../lib/query-keys'
import { announce } from '../../../lib/announce'

/** First visits of guests that are shorter than this are not stored. */
const visitMs = 3_000

export interface Unread {
  /** Whether another person wrote it since the visitor read its thread. */
  readonly isNew: (message: Message, thread: Comment) => boolean
  /** The same for a thread with all its replies. */
  readonly isNewThread: (thread: Comment) => boolean
  /** Its popup was opened. */
  readonly markRead: (thread: Comment) => void
  readonly markAllRead: () => void
}

const nothingRead: Visit = { lastSeenNumber: 0, at: '' }
const everythingRead: Visit = { lastSeenNumber: Infinity, at: '9999' }

/** A thread is new until the visitor opens it, in any tab and on any device. A designer without a visit has read nothing. On
 *  a guest's first visit nothing is new but what arrives while the page is open. The server counts by the same rule for
 *  the dashboard: `countComments` in `projects/project-stats.record.ts`. */
export function useUnread(project: Project, comments: readonly Comment[]): Unread {
  const { _id: projectId, commentsNext } = project
  const isDesigner = project.can.manage
  const [first] = useState(() => (commentsNext === null ? readUpTo(comments) : undefined))
  const visit = project.visit ?? (isDesigner ? nothingRead : (first ?? everythingRead))
  const queryClient = useQueryClient()
  const tell = useCallback(
    (body: NewVisit, read: Visit) => {
      applyVisit(queryClient, projectId, read)
      call(liveApi.recordVisit, { params: { projectId }, body })
        .then(({ visit: stored }) => {
          if (stored) applyVisit(queryClient, projectId, stored)
          return queryClient.invalidateQueries({ queryKey: projectKeys.lists })
        })
        // Without an answer it is new again at the next visit, and is reported then.
        .catch(() => undefined)
    },
    [queryClient, projectId],
  )
  const tellAll = useCallback(
    (read = readUpTo(comments)) => tell({ number: read.lastSeenNumber, until: read.at }, read),
    [comments, tell],
  )
  const handleStay = useEffectEvent(() => tellAll(first))
  const isFirst = !isDesigner && !project.visit && commentsNext === null
  useEffect(() => {
    if (!isFirst) return
    const timer = setTimeout(() => handleStay(), visitMs)
    return () => clearTimeout(timer)
  }, [isFirst])

  return useMemo<Unread>(() => {
    const { lastSeenNumber, at, read = {} } = visit
    const isNew = (message: Message, { number }: Comment) => {
      const { deletedAt, createdAt, parent, mine, byOwner } = message
      if (deletedAt !== null || (isDesigner ? byOwner : mine)) return false
      return parent === null
        ? number > lastSeenNumber && read[number] === undefined
        : createdAt > at && createdAt > (read[number] ?? '')
    }
    return {
      isNew,
      isNewThread: (thread) => [thread, ...thread.replies].some((message) => isNew(message, thread)),
      markRead: (thread) => {
        const until = latestOf([thread])
        tell(
          { number: thread.number, alone: true, until },
          { ...nothingRead, read: { [thread.number]: until } },
        )
      },
      markAllRead: () => {
        tellAll()
        announce(m.all_marked_read())
      },
    }
  }, [visit, isDesigner, tell, tellAll])
}

function readUpTo(comments: readonly Comment[]): Visit {
  return { lastSeenNumber: comments.at(-1)?.number ?? 0, at: latestOf(comments) }
}

/** Time of the latest reply, by the server's clock. The time of a thread comes from its author's clock, which may be ahead. */
function latestOf(comments: readonly Comment[]): string {
  const times = comments.flatMap(({ replies }) => replies).map(({ createdAt }) => createdAt)
  return times.reduce((latest, time) => (time > latest ? time : latest), new Date(0).toISOString())
}

/** Adds to the cached project what the visitor has read. Nothing becomes unread, so answers and events may come in any
 *  order. The error of the last fetch stays, unlike after `setQueryData`: it says that the link was closed. */
export function applyVisit(queryClient: QueryClient, projectId: string, visit: Visit): void {
  const queryKey = projectKeys.project(projectId)
  const query = queryClient.getQueryCache().find<Project>({ queryKey, exact: true })
  const project = query?.state.data
  if (project) query.setState({ data: { ...project, visit: withVisit(project.visit, visit) } })
}

function withVisit(known: Project['visit'], visit: Visit): Visit {
  if (!known) return visit
  return {
    lastSeenNumber: Math.max(known.lastSeenNumber, visit.lastSeenNumber),
    at: known.at > visit.at ? known.at : visit.at,
    read: { ...known.read, ...visit.read },
  }
}
