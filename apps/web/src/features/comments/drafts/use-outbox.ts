import { useQueryClient } from '@tanstack/react-query'
import type { Project } from '@pinmark/shared/entities/project'
import { useEffect, useMemo } from 'react'
import { useToast } from '../../../ui/toast'
import { changeDraft, readDrafts } from './draft-store'
import { isInFlight, sendDraft } from './send-draft'
import type { LoadedProject } from './use-is-removed'
import type { Outbox } from './outbox'

/** Pauses between attempts: a network that has just returned often fails once or twice more. */
const pausesMs = [1_000, 3_000, 10_000]

export function useOutbox(project: Project): Outbox {
  const queryClient = useQueryClient()
  const { _id: projectId, permanentId } = project
  return useMemo(() => ({ queryClient, projectId, permanentId }), [queryClient, projectId, permanentId])
}

/** Sends waiting drafts: when the page opens or becomes visible, after a reload during sending, and when the network
 *  returns. They are also sent while this page offers no comments, because only the server knows whether they are
 *  possible now. A refused draft fails, so that its author can read, copy and delete it. */
export function useSendWaiting(outbox: Outbox): void {
  const toast = useToast()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const sendAndTell = async () => {
      const sent = await sendWaiting(outbox, signal)
      if (signal.aborted || !navigator.onLine) return
      const count = sent === 0 ? '' : sent === 1 ? ' 1 comment sent.' : ` ${sent} comments sent.`
      toast.show({ text: `Back online.${count}` })
    }
    void sendWaiting(outbox, signal)
    // The tab that was sending a draft may have been closed.
    document.addEventListener(
      'visibilitychange',
      () => void (document.hidden || sendWaiting(outbox, signal)),
      { signal },
    )
    window.addEventListener('online', () => void sendAndTell(), { signal })
    return () => controller.abort()
  }, [outbox, toast])
}

const linkRefusals = new Set<string | undefined>([
  ...['view_only', 'comments_paused', 'round_closed'],
  ...['project_not_found', 'link_ended', 'link_locked'],
])

/** When the link takes comments again, removes the reason from drafts that it has refused. */
export function useForgetRefusals({ permanentId, can, loadedAt }: LoadedProject): void {
  useEffect(() => {
    if (!can.comment) return
    for (const { key, problem } of readDrafts(permanentId)) {
      if (linkRefusals.has(problem?.code)) changeDraft(permanentId, key, { problem: null })
    }
  }, [permanentId, can.comment, loadedAt])
}

/** One after the other, oldest first, so that the server numbers them in the order they were written.
 *  @returns how many were sent */
async function sendWaiting(outbox: Outbox, signal: AbortSignal): Promise<number> {
  const waiting = readDrafts(outbox.permanentId).filter(
    ({ key, status }) => status === 'queued' || (status === 'sending' && !isInFlight(key)),
  )
  let sent = 0
  for (const { key } of waiting) {
    if (signal.aborted || !navigator.onLine) return sent
    if (await sendPatiently(outbox, key, signal)) sent += 1
  }
  return sent
}

/** @returns whether it was sent */
async function sendPatiently(outbox: Outbox, key: string, signal: AbortSignal): Promise<boolean> {
  for (const pauseMs of pausesMs) {
    const { status } = await sendDraft(outbox, key, { onSilence: 'queue' })
    if (status !== 'queued' || !navigator.onLine) return status === 'sent'
    await pause(pauseMs, signal)
    if (signal.aborted) return false
  }
  return (await sendDraft(outbox, key)).status === 'sent'
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
