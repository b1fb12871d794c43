import type { Webhook } from '@pinmark/shared/entities/webhook'
import { newPublicId } from '../src/base/public-id'
import { storeDeliveries } from '../src/models/delivery'
import { ProjectModel } from '../src/models/project'
import { WebhookModel } from '../src/models/webhook'
import type { Api } from './app-under-test'
import type { GivenUser } from './given-user'

/** A webhook for everything in all projects of an account. */
export async function givenWebhook(api: Api, { auth }: GivenUser): Promise<Webhook> {
  const body = { url: 'https://hooks.studio.test/pinmark', format: 'generic' }
  const answer = await api.post('/users/webhooks').set(auth).send(body)
  if (answer.status !== 201) throw new Error(`Could not add a webhook: ${answer.text}`)
  return answer.body.webhook
}

/** A message that waits for a webhook.
 *  @returns its id */
export async function givenDelivery({ _id: publicId }: Webhook, projectId: string): Promise<string> {
  const webhook = await WebhookModel.findOne({ publicId }).orFail()
  const project = await ProjectModel.findOne({ publicId: projectId }).orFail()
  const _id = newPublicId()
  const message = { event: 'comment', what: 'Comment 1 added', order: '0', body: '{}' } as const
  await storeDeliveries([{ _id, webhook: webhook._id, project: project._id, ...message }])
  return _id
}
