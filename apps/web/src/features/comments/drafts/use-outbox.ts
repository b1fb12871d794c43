import { useQueryClient } from '@tanstack/react-query'
import type { Project } from '@pinmark/shared/entities/project'
import { useEffect, useMemo } from 'react'
import { readDrafts } from './draft-store'
import { isInFlight, sendDraft, type Outbox } from './send-draft'

/** A network that has just come back often fails once or twice more. */
const pausesMs = [1_000, 3_000, 10_000]

export function useOutbox(project: Project): Outbox {
  const queryClient = useQueryClient()
  const { _id: projectId, permanentId } = project
  return useMemo(() => ({ queryClient, projectId, permanentId }), [queryClient, projectId, permanentId])
}

/** Sends what waits: when the page opens, after a reload in the middle of sending, and when the network returns. */
export function useSendWaiting(outbox: Outbox, canComment: boolean): void {
  useEffect(() => {
    if (!canComment) return
    const controller = new AbortController()
    const { signal } = controller
    const send = () => void sendWaiting(outbox, signal)
    send()
    window.addEventListener('online', send, { signal })
    return () => controller.abort()
  }, [outbox, canComment])
}

/** One after the other, oldest first, so that the server numbers them in the order they were written. */
async function sendWaiting(outbox: Outbox, signal: AbortSignal): Promise<void> {
  const waiting = readDrafts(outbox.permanentId).filter(
    ({ key, status }) => status === 'queued' || (status === 'sending' && !isInFlight(key)),
  )
  for (const { key } of waiting) {
    if (signal.aborted || !navigator.onLine) return
    await sendPatiently(outbox, key, signal)
  }
}

async function sendPatiently(outbox: Outbox, key: string, signal: AbortSignal): Promise<void> {
  for (const pauseMs of pausesMs) {
    const outcome = await sendDraft(outbox, key, { onSilence: 'queue' })
    if (outcome.status !== 'queued' || !navigator.onLine) return
    await pause(pauseMs, signal)
    if (signal.aborted) return
  }
  await sendDraft(outbox, key)
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
