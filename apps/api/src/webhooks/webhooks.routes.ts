import * as webhooksApi from '@pinmark/shared/api/webhooks'
import { passwordErrors } from '../accounts/change-account'
import type { LoginThrottle } from '../accounts/login-throttle'
import type { Config } from '../config'
import { limitsOf } from '../http/limits/rate-limits'
import { jsonRoute, type Route, type Words, originOf } from '../http/route'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  removeWebhook,
  testWebhook,
} from './webhooks.service'

export function webhooksRoutes(config: Config, throttle: LoginThrottle): Route[] {
  const limit = limitsOf(config)('webhookCall')
  return [
    jsonRoute(webhooksApi.listWebhooks, ({ actor }) => listWebhooks(config, actor)),
    jsonRoute(
      webhooksApi.addWebhook,
      ({ actor, body }, req) => addWebhook(config, throttle, actor, body, originOf(config, req)),
      limit,
    ),
    jsonRoute(
      webhooksApi.changeWebhook,
      ({ actor, params, body }) => changeWebhook(config, throttle, actor, params.webhookId, body),
      limit,
    ),
    jsonRoute(webhooksApi.removeWebhook, ({ actor, params }) => removeWebhook(actor, params.webhookId)),
    jsonRoute(
      webhooksApi.testWebhook,
      ({ actor, params }) => testWebhook(config, actor, params.webhookId),
      limit,
    ),
    jsonRoute(webhooksApi.listDeliveries, ({ actor, params }) => listDeliveries(actor, params.webhookId)),
    jsonRoute(webhooksApi.redeliver, ({ actor, params }) => redeliver(config, actor, params), limit),
  ]
}

export const webhooksWords = {
  listWebhooks: {
    summary: 'List my webhooks',
    answer: 'The webhooks of the account, each with its last three deliveries.',
    errors: [],
  },
  addWebhook: {
    summary: 'Add a webhook',
    description:
      'Needs the password of the account. Messages of the format `generic` are signed by the Standard Webhooks scheme, ' +
      'with a secret that only this answer shows. The others have the format of Slack, Discord or Teams. Messages about one project arrive in order. ' +
      'A message is sent up to ten times within 24 hours; then the webhook is paused.',
    answer: 'The webhook and its secret.',
    errors: [
      'webhook_address_not_valid',
      'webhook_address_has_login',
      'webhook_address_inside',
      'webhook_format_unknown',
      'webhook_events_not_valid',
      'project_not_found',
      'webhook_limit_reached',
      'too_many_webhook_calls',
      ...passwordErrors,
    ],
  },
  changeWebhook: {
    summary: 'Change, pause, resume or restore a webhook',
    description: 'A new address needs the password of the account.',
    answer: 'The webhook.',
    errors: [
      'no_change_to_webhook',
      'setting_not_valid',
      'webhook_address_not_valid',
      'webhook_address_has_login',
      'webhook_address_inside',
      'webhook_events_not_valid',
      'project_not_found',
      'webhook_not_found',
      'webhook_limit_reached',
      'too_many_webhook_calls',
      ...passwordErrors,
    ],
  },
  removeWebhook: {
    summary: 'Remove a webhook',
    description: 'It can be restored for a few minutes.',
    answer: 'Nothing is sent to it from now on.',
    errors: ['webhook_not_found'],
  },
  testWebhook: {
    summary: 'Send a test message',
    answer: 'The result.',
    errors: ['webhook_not_found', 'too_many_webhook_calls'],
  },
  listDeliveries: {
    summary: 'List the last deliveries',
    answer: 'The last 50 deliveries, newest first, with message and answer.',
    errors: ['webhook_not_found'],
  },
  redeliver: {
    summary: 'Deliver a message again',
    description: 'It keeps its id, so that the receiver recognises it.',
    answer: 'The result.',
    errors: ['webhook_not_found', 'too_many_webhook_calls'],
  },
} satisfies Record<string, Words>
