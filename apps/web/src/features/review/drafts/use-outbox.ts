import { useQueryClient } from '@tanstack/react-query'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useToast } from '../../../ui/toast'
import type { Draft, Outbox } from './draft'
import { changeDraft, readDrafts, useOutgoing } from './draft-store'
import { isHeld, isInFlight, linkRefusals, onRelease, sendDraft } from './send-draft'

/** Pauses between attempts: a network that has just returned often fails once or twice more. */
const pausesMs = [1_000, 3_000, 10_000]
/** The pause while the browser says that it is offline. */
const longestPauseMs = 20_000

export function useOutbox(project: Project): Outbox {
  const queryClient = useQueryClient()
  const { _id: projectId, permanentId } = project
  return useMemo(() => ({ queryClient, projectId, permanentId }), [queryClient, projectId, permanentId])
}

/** Sends waiting drafts, and tries again while there are some: when the page opens or becomes visible, after a reload
 *  during sending, and when the network returns. They are also sent while this page offers no comments, because only the
 *  server knows whether they are possible now. A refused draft fails, so that its author can read, copy and delete it. */
export function useSendWaiting(outbox: Outbox): void {
  const toast = useToast()
  const sender = useRef<Sender>(null)
  const isQueued = useOutgoing(outbox.permanentId).some(({ status }) => status === 'queued')
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const { sendNow, sendLater } = createSender(outbox, signal)
    sender.current = { sendNow, sendLater }
    const sendAndTell = async () => {
      const sent = await sendNow()
      if (signal.aborted || !navigator.onLine) return
      toast.show({ text: sent === 0 ? m.back_online() : m.back_online_sent({ count: sent }) })
    }
    void sendNow()
    // The tab that was sending a draft may have been closed.
    document.addEventListener('visibilitychange', () => void (document.hidden || sendNow()), { signal })
    window.addEventListener('online', () => void sendAndTell(), { signal })
    signal.addEventListener(
      'abort',
      onRelease(() => void sendLater()),
    )
    return () => controller.abort()
  }, [outbox, toast])
  useEffect(() => {
    if (isQueued) void sender.current?.sendLater()
  }, [isQueued])
}

/** When the link takes comments again, removes the reason from drafts that it has refused. */
export function useForgetRefusals({ permanentId, can, loadedAt }: LoadedProject): void {
  useEffect(() => {
    if (!can.comment) return
    for (const { key, problem } of readDrafts(permanentId)) {
      if (linkRefusals.has(problem?.code)) changeDraft(permanentId, key, { problem: null })
    }
  }, [permanentId, can.comment, loadedAt])
}

interface Sender {
  /** Sends what waits now. @returns how many were sent when nothing waits any more */
  sendNow: () => Promise<number>
  /** The same after a pause, because an attempt has just failed. */
  sendLater: () => Promise<number>
}

/** Sends waiting drafts one after the other, oldest first, so that the server numbers them in the order they were written.
 *  It pauses while there is no answer. What still has none after some tries goes back to its author, unless the browser
 *  says that it is offline. */
function createSender(outbox: Outbox, signal: AbortSignal): Sender {
  let isRunning = false
  let running = Promise.resolve(0)
  let tries = 0
  let endPause = () => {}

  async function sendAll(): Promise<number> {
    let sent = 0
    for (;;) {
      if (tries > 0) await pause(pausesMs[tries - 1] ?? longestPauseMs)
      const [next] = waitingDrafts(outbox)
      if (signal.aborted || !next) {
        isRunning = false
        return sent
      }
      const onSilence = tries < pausesMs.length ? 'queue' : 'fail'
      const { status } = await sendDraft(outbox, next.key, { onSilence })
      if (status === 'sent') sent += 1
      tries = status === 'queued' ? tries + 1 : 0
    }
  }
  function pause(durationMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, durationMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  function run(): Promise<number> {
    if (!isRunning) {
      isRunning = true
      running = sendAll()
    }
    return running
  }
  signal.addEventListener('abort', () => endPause())
  return {
    sendNow: () => {
      tries = 0
      endPause()
      return run()
    },
    sendLater: () => {
      if (!isRunning) tries = 1
      return run()
    },
  }
}

function waitingDrafts({ permanentId }: Outbox): readonly Draft[] {
  return readDrafts(permanentId).filter(
    ({ key, status }) => !isHeld(key) && (status === 'queued' || (status === 'sending' && !isInFlight(key))),
  )
}

/** A project with the time of the request that loaded it. Live events do not change the time. */
export type LoadedProject = Project & { readonly loadedAt?: string }

/** Whether the comment or version that a draft refers to was removed. All tabs share the drafts, and another tab
 *  may have newer data than this one. A missing id therefore counts as removed only if this page had it, or
 *  requested its data, after the draft began to refer to it. `ids` has to stay the same set until it changes. */
export function useIsRemoved(ids: ReadonlySet<string>, { loadedAt = '' }: LoadedProject) {
  const knownUntil = useRef(new Map<string, string>())
  useEffect(() => {
    const known = knownUntil.current
    return () => {
      const now = new Date().toISOString()
      for (const id of ids) known.set(id, now)
    }
  }, [ids])
  return useCallback(
    /** `since`: when the draft began to refer to it. */
    (id: string, since: string) =>
      !ids.has(id) && (since < loadedAt || since < (knownUntil.current.get(id) ?? '')),
    [ids, loadedAt],
  )
}
