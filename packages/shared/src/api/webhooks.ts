import {
  createdWebhookSchema,
  deliveryListSchema,
  deliveryResultSchema,
  newWebhookSchema,
  webhookChangeSchema,
  webhookListSchema,
  webhookSchema,
} from '../entities/webhook'
import { endpoint } from './endpoint'

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/users/me/webhooks',
  access: 'account',
  scope: 'manage',
  answers: { 200: webhookListSchema },
})

export const addWebhook = endpoint({
  method: 'POST',
  path: '/users/me/webhooks',
  access: 'account',
  body: newWebhookSchema,
  answers: { 201: createdWebhookSchema },
})

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/users/me/webhooks/:webhookId',
  access: 'account',
  body: webhookChangeSchema,
  answers: { 200: webhookSchema },
})

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/users/me/webhooks/:webhookId',
  access: 'account',
  answers: { 204: null },
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/users/me/webhooks/:webhookId/test',
  access: 'account',
  answers: { 200: deliveryResultSchema },
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/users/me/webhooks/:webhookId/deliveries',
  access: 'account',
  scope: 'manage',
  answers: { 200: deliveryListSchema },
})

export const redeliver = endpoint({
  method: 'POST',
  path: '/users/me/webhooks/:webhookId/deliveries/:deliveryId',
  access: 'account',
  answers: { 200: deliveryResultSchema },
})
