import type { DeliveryResult, WebhookEvent, WebhookFormat } from '@pinmark/shared/entities/webhook'

export const formatNames: Record<WebhookFormat, string> = {
  generic: 'Generic (JSON)',
  slack: 'Slack',
  discord: 'Discord-compatible',
  teams: 'Teams',
}

export const eventNames: Record<WebhookEvent, string> = {
  comment: 'Comments',
  reply: 'Replies',
  resolve: 'Resolved',
  verdict: 'Verdicts',
  version: 'Versions',
  round: 'Rounds',
}

export function isArrived({ status }: Pick<DeliveryResult, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

/** `Test arrived, 200 in 0.2 s`, or the reason why it did not. */
export function resultWords(what: string, result: DeliveryResult): string {
  const { status, problem, ms } = result
  if (isArrived(result)) return `${what} arrived, ${status} in ${((ms ?? 0) / 1_000).toFixed(1)} s`
  return `${what} failed: ${status === null ? lowerFirst(problem ?? 'No answer') : `the answer was ${status}`}`
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')
