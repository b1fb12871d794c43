/** Mail about replies for visitors. They enter an address after they have commented, and confirm it by a link
 *  in a mail. No answer reveals whether an address was entered before, or whether a mail was sent to it. */
import * as noticesApi from '@pinmark/shared/api/notices'
import type { Confirmed, ReplyMail } from '@pinmark/shared/entities/reply-mail'
import { AppError } from '@pinmark/shared/errors'
import { authorOf, type Actor } from '../core/actor'
import { requireProject } from '../core/refusal'
import { isDesigner } from '../core/rights'
import { idFrom } from '../base/ids'
import type { Config } from '../config'
import { storeMail } from './mail.record'
import { findOutboxProjects, hasWritten } from '../outbox/outbox.record'
import {
  confirmSubscriber,
  findSubscriber,
  findSubscriberByKey,
  forgetSubscriberOf,
  seesByLink,
  storeSubscriber,
} from './subscriber.record'
import { visitorKey } from '../visits/visitor-key'
import { readSubscriberToken } from '../base/seal'

const { action } = noticesApi.readReplyMail
const fields = { publicId: 1, owner: 1, members: 1, linkId: 1, link: 1 } as const

/** @throws AppError project_not_found */
export async function readReplyMail(actor: Actor, projectId: string): Promise<ReplyMail> {
  const { _id } = await requireProject(actor, projectId, action, fields)
  const visitor = visitorKey(actor)
  const subscriber = visitor === null ? null : await findSubscriber(_id, visitor)
  return { state: !subscriber ? 'none' : subscriber.confirmedAt ? 'on' : 'waiting' }
}

interface AskDependencies {
  config: Config
  /** Counts the confirmation mails of each address. */
  isMailedTooOften: (email: string) => Promise<boolean>
  /** Counts the addresses of a project. @throws AppError too_many_addresses */
  countAddress: (actor: Actor, publicId: string) => Promise<void>
}

/** Stores an address for a day and sends it a confirmation link. An address gets a few such mails a day at
 *  most, over all projects.
 *  @throws AppError project_not_found, mail_not_set_up, owner_gets_notices, guest_secret_required,
 *  no_words_yet, too_many_addresses */
export async function askForReplyMail(
  { config, isMailedTooOften, countAddress }: AskDependencies,
  actor: Actor,
  projectId: string,
  { email, language }: { email: string; language: string },
): Promise<ReplyMail> {
  const project = await requireProject(actor, projectId, action, fields)
  if (config.mail === null) throw new AppError('mail_not_set_up')
  if (isDesigner(actor, project)) throw new AppError('owner_gets_notices')
  const visitor = visitorKey(actor)
  if (visitor === null) throw new AppError('guest_secret_required')
  if (!(await hasWritten(project._id, authorOf(actor)))) throw new AppError('no_words_yet')
  await countAddress(actor, project.publicId)

  const { _id: user, key } = await storeSubscriber(project, visitor, { email, language })
  if (!(await isMailedTooOften(email))) {
    await storeMail({ _id: idFrom(`confirm ${key}`), kind: 'confirm', user, project: project._id })
  }
  return { state: 'waiting' }
}

/** Removes the address. @throws AppError project_not_found */
export async function stopReplyMail(actor: Actor, projectId: string): Promise<ReplyMail> {
  const { _id } = await requireProject(actor, projectId, action, fields)
  const visitor = visitorKey(actor)
  if (visitor !== null) await forgetSubscriberOf(_id, visitor)
  return { state: 'none' }
}

/** Turns the mails on, by the link in a mail. @throws AppError confirm_link_over */
export async function confirmReplyMail({ secrets }: Config, token: string): Promise<Confirmed> {
  const key = readSubscriberToken(secrets.pepper, 'confirm', token)
  const subscriber = key === null ? null : await findSubscriberByKey(key)
  const projects = subscriber && (await findOutboxProjects([subscriber.project]))
  const project = subscriber && projects?.get(subscriber.project.toHexString())
  if (!project || project.deletedAt || !seesByLink(subscriber, project))
    throw new AppError('confirm_link_over')
  await confirmSubscriber(subscriber.key)
  return { project: project.name, link: project.linkId }
}
