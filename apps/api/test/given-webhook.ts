import type { Webhook } from '@pinmark/shared/entities/webhook'
import { newPublicId } from '../src/base/ids'
import { storeDeliveries } from '../src/webhooks/delivery.record'
import { ProjectModel } from '../src/projects/project.record'
import { WebhookModel } from '../src/webhooks/webhook.record'
import type { Api } from './app-under-test'
import type { GivenUser } from './given-user'

/** A webhook for all events in all projects of an account. */
export async function givenWebhook(
  api: Api,
  { auth, password }: GivenUser,
  url = 'https://hooks.studio.test/pinmark',
): Promise<Webhook> {
  const body = { url, format: 'generic', password }
  const answer = await api.post('/users/me/webhooks').set(auth).send(body)
  if (answer.status !== 201) throw new Error(`Could not add a webhook: ${answer.text}`)
  return answer.body.webhook
}

/** A message that waits for a webhook.
 *  @returns its id */
export async function givenDelivery(webhook: Webhook, projectId: string): Promise<string> {
  const [id] = await givenDeliveries(webhook, projectId, 1)
  if (id === undefined) throw new Error('A message was not stored.')
  return id
}

/** Messages that wait for a webhook.
 *  @returns their ids */
export async function givenDeliveries(
  { _id: publicId }: Webhook,
  projectId: string,
  count: number,
): Promise<string[]> {
  const { _id: webhook } = await WebhookModel.findOne({ publicId }).orFail()
  const { _id: project, owner } = await ProjectModel.findOne({ publicId: projectId }).orFail()
  const message = { event: 'comment', what: 'Comment 1 added', order: '0', body: '{}' } as const
  const deliveries = Array.from({ length: count }, () => {
    return { _id: newPublicId(), webhook, project, owner, ...message }
  })
  await storeDeliveries(deliveries)
  return deliveries.map(({ _id }) => _id)
}
