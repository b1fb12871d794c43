import * as webhooksApi from '@pinmark/shared/api/webhooks'
import type { Delivery, NewWebhook, WebhookChange } from '@pinmark/shared/entities/webhook'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callDeletion } from '../../../lib/api'
import { useSession } from '../../../lib/session'

const keys = {
  list: (userId: string | undefined) => ['webhooks', userId] as const,
  deliveries: (userId: string | undefined, webhookId: string) => ['webhooks', userId, webhookId] as const,
}

/** Interval at which messages that are still being delivered are read again. */
const waitingMs = 5_000

export function useWebhooks() {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: keys.list(userId),
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
    queryKey: keys.deliveries(userId, webhookId),
    queryFn: ({ signal }) => call(webhooksApi.listDeliveries, { params: { webhookId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) => data.some(isWaiting) && waitingMs,
  })
}

const isWaiting = ({ state }: Pick<Delivery, 'state'>) => state === 'waiting'

/** A call that reloads the webhooks afterwards. */
function useWebhookCall<Input, Answer>(send: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  })
}

export function useAddWebhook() {
  return useWebhookCall((body: NewWebhook) => call(webhooksApi.addWebhook, { body }))
}

export function useChangeWebhook(webhookId: string) {
  return useWebhookCall((body: WebhookChange) =>
    call(webhooksApi.changeWebhook, { params: { webhookId }, body }),
  )
}

export function useRemoveWebhook() {
  return useWebhookCall((webhookId: string) =>
    callDeletion(webhooksApi.removeWebhook, { params: { webhookId } }),
  )
}

/** Restores a removed webhook. */
export function useRestoreWebhook() {
  return useWebhookCall((webhookId: string) =>
    call(webhooksApi.changeWebhook, { params: { webhookId }, body: { removed: false } }),
  )
}

export function useTestWebhook(webhookId: string) {
  return useWebhookCall(() => call(webhooksApi.testWebhook, { params: { webhookId } }))
}

export function useRedeliver(webhookId: string) {
  return useWebhookCall((deliveryId: string) =>
    call(webhooksApi.redeliver, { params: { webhookId, deliveryId } }),
  )
}
