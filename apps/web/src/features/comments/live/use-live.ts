import type { Project } from '@pinmark/shared/entities/project'
import type { LiveEvent, Viewer } from '@pinmark/shared/events'
import { m } from '@pinmark/words/messages'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { applyProjectEvent } from '../../../lib/kept-project'
import { readToken } from '../../../lib/identity'
import { nameOfGuest } from '../../../lib/session'
import { useStored } from '../../../lib/store'
import { announce } from '../../../lib/announce'
import { applyCommentEvent } from '../../review/data/apply-comment-event'
import { applyVisit } from '../../review/data/use-unread'
import { isChunkError } from '../../../ui/lazy'
import type { Connection, followProject } from './follow-project'
import { authorOf } from '../../../lib/format'
import { readProject, reloadProject } from '../../../lib/query-keys'

type FollowProject = typeof followProject

export interface Live {
  /** The other visitors of the project: their number, and the first of them. */
  readonly others: { readonly count: number; readonly viewers: readonly Viewer[] }
  /** Comments of others that came while the page was open, oldest first. */
  readonly arrivals: readonly string[]
  readonly connection: Connection
}

const nobody = { count: 0, viewers: [] }

/** Keeps an open project up to date with what others do. It changes the cached project and nothing else: scroll, focus
 *  and popups stay as they are. */
export function useLive({ _id: projectId, position: loadedAt, can }: Project): Live {
  const queryClient = useQueryClient()
  const isShown = usePageShown()
  const name = useStored(nameOfGuest)
  const token = useStored(readToken)
  const [live, setLive] = useState<Live>({ others: nobody, arrivals: [], connection: 'live' })
  const position = useRef(loadedAt ?? null)
  const sentName = can.manage ? '' : name

  useEffect(() => {
    if (!isShown) return
    const controller = new AbortController()
    const change = (part: Partial<Live>) => setLive((current) => ({ ...current, ...part }))
    void follow(controller.signal, {
      queryClient,
      projectId,
      name: sentName,
      position,
      signal: controller.signal,
      // Without a stream, nobody knows who else is there.
      onConnection: (connection) =>
        change({ connection, ...(connection === 'asking' && { others: nobody }) }),
      onEvent: (event) => {
        takeIn(queryClient, projectId, event)
        if (event.type === 'presence') change({ others: event })
        if (event.type === 'comment.added' && !event.comment.mine) {
          const { _id, number } = event.comment
          announce(m.comment_added_by({ number, name: authorOf(event.comment) }))
          setLive((current) => ({ ...current, arrivals: [...new Set([...current.arrivals, _id])] }))
        }
      },
    })
    return () => controller.abort()
    // The token is sent by the call itself: after a login or logout another page of this browser asks for the events.
  }, [queryClient, projectId, sentName, token, isShown])

  return live
}

/** The import is tried until it succeeds. The first view works without it, and the network may fail in between. */
const againAfterMs = 5_000

async function follow(signal: AbortSignal, options: Parameters<FollowProject>[0]): Promise<void> {
  while (!signal.aborted) {
    try {
      const { followProject } = await import('./follow-project')
      if (signal.aborted) return
      return await followProject(options)
    } catch (error) {
      if (!isChunkError(error)) throw error
      options.onConnection('lost')
      await new Promise((resolve) => setTimeout(resolve, againAfterMs))
    }
  }
}

function takeIn(queryClient: QueryClient, projectId: string, event: LiveEvent): void {
  switch (event.type) {
    case 'comment.added':
    case 'comment.changed':
    case 'comment.removed':
      return applyCommentEvent(queryClient, projectId, event)
    case 'project.changed':
      return applyProjectEvent(queryClient, projectId, event.project, ['state', 'round'])
    case 'round.changed':
      return applyProjectEvent(queryClient, projectId, { round: event.round }, ['round'])
    case 'visit.changed':
      return applyVisit(queryClient, projectId, event.visit)
    case 'reload':
    case 'project.closed':
      // The server says whether the project or only this link has ended.
      void reloadProject(queryClient, projectId)
      return
    case 'presence':
      if (event.count > 0 && readProject(queryClient, projectId)?.isSeen === false)
        applyProjectEvent(queryClient, projectId, { isSeen: true }, [])
  }
}

/** A page that is hidden for longer than this needs no events. Browsers allow six connections to one host, and a
 *  person may have more tabs. */
const hiddenMs = 60_000

/** Whether the page is visible, or was within the last minute. */
function usePageShown(): boolean {
  const [isShown, setIsShown] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.hidden) timer = setTimeout(() => setIsShown(false), hiddenMs)
      else setIsShown(true)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return isShown
}
