import type { Types } from 'mongoose'
import type { NoticeChange, Notices, Stopped } from '@pinmark/shared/entities/notices'
import { AppError } from '@pinmark/shared/errors'
import { requireUser, type Actor } from '../core/actor'
import type { Config } from '../config'
import { findNoticeSettings, modeFor, setNoticeMode, setNoticeModeFor } from './notices.record'
import { findActiveProjects, findDesignedId, findProjectNames } from '../projects/owned-projects.record'
import { findSubscriberByKey, forgetSubscriber } from './subscriber.record'
import { UserModel } from '../accounts/user.record'
import { readStopToken, readSubscriberToken } from '../base/seal'

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
  return { project: await nameOf(subscriber.project), isStopped: false }
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
  const project = forgotten ? await nameOf(forgotten.project) : ''
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
