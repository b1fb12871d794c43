import type { NoticeChange, Notices, Stopped } from '@pinmark/shared/entities/notices'
import { AppError } from '@pinmark/shared/errors'
import { requireUser, type Actor } from '../../access/actor'
import type { Config } from '../../config'
import { findNoticeSettings, setNoticeMode, setNoticeModeFor } from '../../models/notices'
import { findActiveProjects, findOwnedId, findProjectNames } from '../../models/owned-projects'
import { UserModel } from '../../models/user'
import { readStopToken } from '../../platform/stop-token'

/** @throws AppError sign_in_required, session_ended */
export async function readNotices(actor: Actor): Promise<Notices> {
  const { id } = requireUser(actor)
  const [settings, projects] = await Promise.all([
    findNoticeSettings(id),
    findActiveProjects(id, { publicId: 1, name: 1 }),
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
    const found = await findOwnedId(id, project)
    if (!found) throw new AppError('project_not_found')
    await setNoticeModeFor(id, found, mode)
  } else {
    if (mode === null) throw new AppError('notice_mode_unknown')
    await setNoticeMode(id, mode)
  }
  return readNotices(actor)
}

/** Stops mails about a project, or lets them come again, by the link of a mail: without a login.
 *  @throws AppError stop_link_not_valid */
export async function setMails(
  { secrets }: Config,
  token: string,
  { isStopped }: Pick<Stopped, 'isStopped'>,
): Promise<Stopped> {
  const target = readStopToken(secrets.pepper, token)
  const user =
    target && (await UserModel.findOne({ publicId: target.user, deletedAt: null }, { _id: 1 }).lean())
  const project = target && user && (await findOwnedId(user._id, target.project))
  if (!user || !project) throw new AppError('stop_link_not_valid')
  await setNoticeModeFor(user._id, project, isStopped ? 'off' : null)
  const names = await findProjectNames([project])
  return { project: names.get(project.toHexString())?.name ?? '', isStopped }
}
