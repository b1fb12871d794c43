import type { Types } from 'mongoose'
import type { NoticeChange, Notices, Stopped } from '@pinmark/shared/entities/notices'
import { AppError } from '@pinmark/shared/errors'
import { requireUser, type Actor, authorOf } from '../core/actor'
import type { Config } from '../config'
import { findNoticeSettings, modeFor, setNoticeMode, setNoticeModeFor } from './notices.record'
import { findActiveProjects, findDesignedId, findProjectNames } from '../projects/owned-projects.record'
import {
  findSubscriberByKey,
  forgetSubscriber,
  confirmSubscriber,
  findSubscriber,
  forgetSubscriberOf,
  seesByLink,
  storeSubscriber,
  type SubscriberRecord,
} from './subscriber.record'
import { UserModel } from '../accounts/user.record'
import { readStopToken, readSubscriberToken } from '../base/seal'
import * as noticesApi from '@pinmark/shared/api/notices'
import type { Confirmed, ReplyMail } from '@pinmark/shared/entities/reply-mail'
import { requireProject } from '../core/refusal'
import { isDesigner } from '../core/rights'
import { idFrom } from '../base/ids'
import { storeMail } from './mail.record'
import { findOutboxProjects, hasWritten, type OutboxProject } from '../outbox/outbox.record'
import { visitorKey } from '../visits/visit.record'

/** @throws AppError sign_in_required, session_ended */
export async function readNotices(actor: Actor): Promise<Notices> {
  const { id } = requireUser(actor)
  const [settings, projects] = await Promise.all([
    findNoticeSettings(id),
    findActiveProjects(id, 'all', { publicId: 1, name: 1 }),
  ])
  return {
    mode: settings.mode,
    projects: projects.map(({ _id, publicId, name }) => ({
      ...{ _id: publicId, name },
      mode: settings.projects.find(({ project }) => project.equals(_id))?.mode ?? null,
    })),
  }
}

/** @throws AppError project_not_found, notice_mode_unknown */
export async function changeNotices(actor: Actor, { mode, project }: NoticeChange): Promise<Notices> {
  const { id } = requireUser(actor)
  if (project !== undefined) {
    const found = await findDesignedId(id, project)
    if (!found) throw new AppError('project_not_found')
    await setNoticeModeFor(id, found, mode)
  } else {
    if (mode === null) throw new AppError('notice_mode_unknown')
    await setNoticeMode(id, mode)
  }
  return readNotices(actor)
}

/** @throws AppError stop_link_not_valid */
export async function readStop({ secrets }: Config, token: string): Promise<Stopped> {
  const target = await findTarget(secrets.pepper, token)
  if (target) {
    const mode = modeFor(await findNoticeSettings(target.user), target.project)
    return { project: await nameOf(target.project), isStopped: mode === 'off' }
  }
  const subscriber = await findSubscriberByKey(visitorsKey(secrets.pepper, token))
  if (!subscriber) return { project: '', isStopped: true, isForgotten: true }
  return { project: nameForVisitor(subscriber, await projectOf(subscriber)), isStopped: false }
}

/** Stops mails about a project, by the link in a mail. It needs no login and is idempotent. The address of a
 *  visitor is removed.
 *  @throws AppError stop_link_not_valid */
export async function stopMails({ secrets }: Config, token: string): Promise<Stopped> {
  const target = await findTarget(secrets.pepper, token)
  if (target) {
    await setNoticeModeFor(target.user, target.project, 'off')
    return { project: await nameOf(target.project), isStopped: true }
  }
  const forgotten = await forgetSubscriber(visitorsKey(secrets.pepper, token))
  const project = forgotten ? nameForVisitor(forgotten, await projectOf(forgotten)) : ''
  return { project, isStopped: true, isForgotten: true }
}

/** Turns the mails of an account on again, by the same link.
 *  @throws AppError stop_link_not_valid */
export async function startMails({ secrets }: Config, token: string): Promise<Stopped> {
  const target = await findTarget(secrets.pepper, token)
  if (!target) throw new AppError('stop_link_not_valid')
  const { mode } = await findNoticeSettings(target.user)
  // With mails off for the account, following it would keep the project silent.
  await setNoticeModeFor(target.user, target.project, mode === 'off' ? 'digest' : null)
  return { project: await nameOf(target.project), isStopped: false }
}

/** The account and the project that a link names, if it still works there. */
async function findTarget(secret: string, token: string) {
  const named = readStopToken(secret, token)
  const user =
    named && (await UserModel.findOne({ publicId: named.user, deletedAt: null }, { _id: 1 }).lean())
  const project = named && user && (await findDesignedId(user._id, named.project))
  return user && project && { user: user._id, project }
}

/** The key of the visitor that a link names. */
function visitorsKey(secret: string, token: string): string {
  const key = readSubscriberToken(secret, 'stop', token)
  if (key === null) throw new AppError('stop_link_not_valid')
  return key
}

async function nameOf(project: Types.ObjectId): Promise<string> {
  const names = await findProjectNames([project])
  return names.get(project.toHexString())?.name ?? ''
}

async function projectOf({ project }: SubscriberRecord): Promise<OutboxProject | undefined> {
  return (await findOutboxProjects([project])).get(project.toHexString())
}

/** The name of a visitor's project; empty if its link no longer shows it, or only with a password, which a mailbox does not
 *  know. */
function nameForVisitor(subscriber: SubscriberRecord, project: OutboxProject | undefined): string {
  const isShown = project && !project.deletedAt && seesByLink({ ...subscriber, lock: null }, project)
  return isShown ? project.name : ''
}

// Mail about replies for visitors. They enter an address after they have commented, and confirm it by a link
// in a mail. No answer reveals whether an address was entered before, or whether a mail was sent to it.

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
  const project = subscriber && (await projectOf(subscriber))
  if (!project || project.deletedAt || !seesByLink(subscriber, project))
    throw new AppError('confirm_link_over')
  await confirmSubscriber(subscriber.key)
  return { project: nameForVisitor(subscriber, project), link: project.linkId }
}
