import * as webhooksApi from '@pinmark/shared/api/webhooks'
import type {
  CreatedWebhook,
  Delivery,
  DeliveryResult,
  NewWebhook,
  WebhookChange,
  WebhookEvent,
  WebhookFormat,
} from '@pinmark/shared/entities/webhook'
import { m } from '@pinmark/words/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callDeletion } from '../../lib/api'
import { accountKeys } from '../../lib/query-keys'
import { useSession } from '../../lib/session'
import { formatNumber } from '../../lib/format'
import { toast } from '../../ui/toast'

/** Interval at which messages that are still being delivered are read again. */
const waitingMs = 5_000

export function useWebhooks() {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: accountKeys.webhooksOf(userId),
    queryFn: ({ signal }) => call(webhooksApi.listWebhooks, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ pausedAt, deliveries }) => pausedAt === null && deliveries.some(isWaiting)) && waitingMs,
  })
}

/** The last messages to a webhook. */
export function useDeliveries(webhookId: string) {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: accountKeys.deliveries(userId, webhookId),
    queryFn: ({ signal }) => call(webhooksApi.listDeliveries, { params: { webhookId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) => data.some(isWaiting) && waitingMs,
  })
}

const isWaiting = ({ state }: Pick<Delivery, 'state'>) => state === 'waiting'

interface Told<Answer> {
  onError?: (error: Error) => void
  onSuccess?: (answer: Answer) => void
}

/** A call that reloads the webhooks afterwards. What is told is told even if the button has gone meanwhile. */
function useWebhookCall<Input, Answer>(send: (input: Input) => Promise<Answer>, told: Told<Answer> = {}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKeys.webhooks }),
    ...told,
  })
}

const tellFailure = { onError: (error: Error) => toast.showFailure(error, m.server_not_reached()) }

/** @param what the sent message, as the note about its result names it */
function tellResult(what: string): Told<DeliveryResult> {
  return {
    ...tellFailure,
    onSuccess: (result) =>
      toast.show({ text: resultWords(what, result), ...(!isArrived(result) && { tone: 'danger' }) }),
  }
}

/** Adds a webhook, or changes the one with this id.
 *  @returns the answer to a new webhook; null after a change */
export function useSaveWebhook(webhookId: string | undefined) {
  return useWebhookCall(async (body: NewWebhook | WebhookChange): Promise<CreatedWebhook | null> => {
    if ('format' in body) return call(webhooksApi.addWebhook, { body })
    await call(webhooksApi.changeWebhook, { params: { webhookId: webhookId ?? '' }, body })
    return null
  })
}

export function useChangeWebhook(webhookId: string) {
  return useWebhookCall(
    (body: WebhookChange) => call(webhooksApi.changeWebhook, { params: { webhookId }, body }),
    tellFailure,
  )
}

export function useRemoveWebhook() {
  return useWebhookCall(
    (webhookId: string) => callDeletion(webhooksApi.removeWebhook, { params: { webhookId } }),
    tellFailure,
  )
}

export function useRestoreWebhook() {
  return useWebhookCall(
    (webhookId: string) =>
      call(webhooksApi.changeWebhook, { params: { webhookId }, body: { removed: false } }),
    tellFailure,
  )
}

export function useTestWebhook(webhookId: string) {
  return useWebhookCall(
    () => call(webhooksApi.testWebhook, { params: { webhookId } }),
    tellResult(m.webhook_test()),
  )
}

export function useRedeliver(webhookId: string, { _id: deliveryId, what }: Delivery) {
  return useWebhookCall(
    () => call(webhooksApi.redeliver, { params: { webhookId, deliveryId } }),
    tellResult(what),
  )
}

export const formatNames: Record<WebhookFormat, () => string> = {
  generic: () => m.webhook_generic(),
  slack: () => 'Slack',
  discord: () => m.webhook_discord(),
  teams: () => 'Teams',
}

export const eventNames: Record<WebhookEvent, () => string> = {
  comment: () => m.comments_title(),
  reply: () => m.webhook_replies(),
  resolve: () => m.filter_resolved(),
  verdict: () => m.verdicts_title(),
  version: () => m.versions_title(),
  round: () => m.webhook_rounds(),
}

export function isArrived({ status }: Pick<DeliveryResult, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

/** `Test arrived, 200 in 0.2 s`, or the reason why it did not. */
function resultWords(what: string, result: DeliveryResult): string {
  const { status, problem, ms } = result
  const seconds = formatNumber((ms ?? 0) / 1_000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  if (isArrived(result)) return m.webhook_arrived({ what, status: status ?? '', seconds })
  if (status !== null) return m.webhook_failed_status({ what, status })
  return m.webhook_failed({ what, reason: lowerFirst(problem ?? m.webhook_no_answer()) })
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')
