import type {
  CreatedWebhook,
  DeliveryResult,
  FullDelivery,
  NewWebhook,
  Webhook,
  WebhookChange,
} from '@pinmark/shared/entities/webhook'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import type { mongo, Types } from 'mongoose'
import { requireUser, type Actor, requireLivingLogin } from '../core/actor'
import { findWording } from '../accounts/user.record'
import { changeAccount, confirmAccount, tellAccount } from '../accounts/change-account'
import type { LoginThrottle } from '../accounts/login-throttle'
import { newPublicId } from '../base/ids'
import type { Config } from '../config'
import { hurryTasksOf, wakeTasks } from '../core/task.record'
import { inTransaction } from '../mongo/database'
import { findDeliveries, findDelivery, storeAttempt } from './delivery.record'
import { findOwnedId, findProjectNames } from '../projects/owned-projects.record'
import {
  countOtherWebhooks,
  findWebhook,
  findWebhooks,
  insertWebhook,
  updateWebhook,
  type WebhookRecord,
} from './webhook.record'
import { deliver, isDelivered, newSigningKey } from './post-message'
import { findAddresses, openAddress, sealAddress } from './find-address'
import { presentFullDelivery, presentWebhook, presentWebhookMessage } from './webhook.presenter'

const deliveriesShown = 3
/** Longest wait for the resolver. The name is resolved again before each message. */
const resolveMs = 2_000

/** @throws AppError sign_in_required, session_ended */
export async function listWebhooks(config: Config, actor: Actor): Promise<Webhook[]> {
  const webhooks = await findWebhooks(requireUser(actor).id)
  return present(config, webhooks)
}

/** Adds a webhook, and tells the account by mail.
 *  @param origin the address under which the account uses Pinmark
 *  @throws AppError session_ended, webhook_address_inside, project_not_found, webhook_limit_reached,
 *  password_required, wrong_current_password, recent_login_needed, too_many_logins */
export async function addWebhook(
  config: Config,
  throttle: LoginThrottle,
  actor: Actor,
  { url, format, events, project, password }: NewWebhook,
  origin: string,
): Promise<CreatedWebhook> {
  const { id: owner } = requireUser(actor)
  const projectId = await findOwn(owner, project)
  await confirmAccount(config, throttle, actor, password)
  await checkAddress(config, actor, url)
  const key = format === 'generic' ? newSigningKey() : null
  const now = new Date()
  const added = {
    ...{ publicId: newPublicId(), owner, project: projectId, format, events: [...new Set(events)], origin },
    sealed: sealAddress(config.secrets.pepper, { url, key }),
    ...{ createdAt: now, listensSince: now, pausedAt: null, deletedAt: null },
  }
  const webhook = await changeAccount(owner, async (session) => {
    // The logins and webhooks of the account may have ended since the password was checked.
    await requireLivingLogin(actor)
    await checkLimit(added, session)
    return insertWebhook(added, session)
  })
  await tellAboutAddress(config, webhook, url)
  return { webhook: await presentOne(config, webhook), secret: key }
}

/** Changes a webhook. The account is told about a new address by mail.
 *  @throws AppError session_ended, webhook_not_found, webhook_address_inside, project_not_found, webhook_limit_reached,
 *  password_required, wrong_current_password, recent_login_needed, too_many_logins */
export async function changeWebhook(
  config: Config,
  throttle: LoginThrottle,
  actor: Actor,
  webhookId: string,
  { url, events, project, paused, removed, password }: WebhookChange,
): Promise<Webhook> {
  const { id: owner } = requireUser(actor)
  if (url !== undefined) await confirmAccount(config, throttle, actor, password)
  const sealed = url === undefined ? undefined : await sealNew(config, actor, webhookId, url)
  const changes = {
    ...(sealed !== undefined && { sealed }),
    ...(events && { events: [...new Set(events)] }),
    ...(project !== undefined && { project: await findOwn(owner, project) }),
    ...(paused !== undefined && { pausedAt: paused ? new Date() : null }),
    ...(paused === false && { listensSince: new Date() }),
    ...(removed === false && { deletedAt: null }),
  }
  const changed =
    removed === false
      ? await changeAccount(owner, async (session) => {
          await checkLimit({ owner, publicId: webhookId }, session)
          return updateWebhook(owner, webhookId, changes, session)
        })
      : await inTransaction((session) => updateWebhook(owner, webhookId, changes, session))
  if (!changed) throw new AppError('webhook_not_found')
  if (url !== undefined) await tellAboutAddress(config, changed, url)
  if (sealed !== undefined) await hurryTasksOf(changed._id)
  wakeTasks()
  return presentOne(config, changed)
}

/** Deletes a webhook. It can be restored for a while.
 *  @throws AppError webhook_not_found */
export async function removeWebhook(actor: Actor, webhookId: string): Promise<void> {
  const { id: owner } = requireUser(actor)
  const removed = await inTransaction((session) =>
    updateWebhook(owner, webhookId, { deletedAt: new Date() }, session),
  )
  if (!removed) throw new AppError('webhook_not_found')
}

/** Sends a message that is marked as a test. If it arrives, the messages that wait for the next attempt are sent.
 *  @throws AppError webhook_not_found */
export async function testWebhook(config: Config, actor: Actor, webhookId: string): Promise<DeliveryResult> {
  const webhook = await requireWebhook(actor, webhookId)
  const url = config.publicUrl ?? webhook.origin
  const { m } = await findWording(webhook.owner)
  const test = {
    ...{ type: 'test', at: new Date(), what: '', name: '', url, words: '', data: {} },
    say: ({ project }: { project: string }) => m.chat_test({ project }),
    project: { _id: newPublicId(), name: 'Pinmark', url },
  }
  const body = presentWebhookMessage(webhook.format, test, m)
  const outcome = await deliver(config, { id: newPublicId(), body, sealed: webhook.sealed, m })
  if (isDelivered(outcome)) await hurryTasksOf(webhook._id)
  return resultOf(outcome)
}

/** The last messages, newest first.
 *  @throws AppError webhook_not_found */
export async function listDeliveries(actor: Actor, webhookId: string): Promise<FullDelivery[]> {
  const webhook = await requireWebhook(actor, webhookId)
  const deliveries = await findDeliveries(webhook._id, limits.deliveriesKept)
  return deliveries.map(presentFullDelivery)
}

/** Sends a message again, under the id it had. If it arrives, the messages that wait are sent.
 *  @throws AppError webhook_not_found */
export async function redeliver(
  config: Config,
  actor: Actor,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<DeliveryResult> {
  const webhook = await requireWebhook(actor, webhookId)
  const message = await findDelivery(webhook._id, deliveryId)
  if (!message) throw new AppError('webhook_not_found')
  const { m } = await findWording(webhook.owner)
  const { _id: id, body } = message
  const outcome = await deliver(config, { id, body, sealed: webhook.sealed, m })
  await storeAttempt(message._id, outcome, isDelivered(outcome))
  if (isDelivered(outcome)) await hurryTasksOf(webhook._id)
  return resultOf(outcome)
}

function resultOf({ status, problem, ms }: DeliveryResult): DeliveryResult {
  return { status, problem, ms }
}

/** @throws AppError webhook_limit_reached without room for this webhook */
async function checkLimit(
  webhook: Pick<WebhookRecord, 'owner' | 'publicId'>,
  session: mongo.ClientSession,
): Promise<void> {
  const limit = limits.webhooksPerAccount
  if ((await countOtherWebhooks(webhook, session)) >= limit) {
    throw new AppError('webhook_limit_reached', { params: { limit } })
  }
}

async function requireWebhook(actor: Actor, webhookId: string): Promise<WebhookRecord> {
  const webhook = await findWebhook(requireUser(actor).id, webhookId)
  if (!webhook) throw new AppError('webhook_not_found')
  return webhook
}

/** A name without an address is accepted, because it is resolved again before each message. The login may end while a name
 *  server is asked, so it is checked again. */
async function checkAddress({ webhookAllowPrivate }: Config, actor: Actor, url: string): Promise<void> {
  const options = { allowPrivate: webhookAllowPrivate, timeoutMs: resolveMs }
  const found = await findAddresses(new URL(url), options)
  if (found === 'inside') throw new AppError('webhook_address_inside')
  await requireLivingLogin(actor)
}

/** A new address keeps the key, so that its receiver can go on using it. */
async function sealNew(config: Config, actor: Actor, webhookId: string, url: string): Promise<string> {
  const webhook = await requireWebhook(actor, webhookId)
  await checkAddress(config, actor, url)
  const { pepper } = config.secrets
  const known = openAddress(pepper, webhook.sealed)
  return sealAddress(pepper, { url, key: known?.key ?? null })
}

function tellAboutAddress(
  config: Config,
  { owner, publicId, sealed }: WebhookRecord,
  url: string,
): Promise<void> {
  // Any other part of the address may be a secret of a chat.
  return tellAccount(config, owner, {
    kind: 'address',
    id: `${publicId} ${sealed}`,
    about: new URL(url).host,
  })
}

async function findOwn(owner: Types.ObjectId, project: string | null): Promise<Types.ObjectId | null> {
  if (project === null) return null
  const found = await findOwnedId(owner, project)
  if (!found) throw new AppError('project_not_found')
  return found
}

async function presentOne(config: Config, webhook: WebhookRecord): Promise<Webhook> {
  const [presented] = await present(config, [webhook])
  if (!presented) throw new Error('a webhook is missing')
  return presented
}

async function present({ secrets }: Config, webhooks: readonly WebhookRecord[]): Promise<Webhook[]> {
  const names = await findProjectNames(webhooks.flatMap(({ project }) => project ?? []))
  return Promise.all(
    webhooks.map(async (webhook) =>
      presentWebhook(webhook, {
        url: openAddress(secrets.pepper, webhook.sealed)?.url ?? '',
        project: webhook.project && (names.get(webhook.project.toHexString()) ?? null),
        deliveries: await findDeliveries(webhook._id, deliveriesShown),
      }),
    ),
  )
}
