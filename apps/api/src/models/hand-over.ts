import { AppError } from '@pinmark/shared/errors'
import { ImageModel } from './image'
import { checkCaps, ownerNameFields, type Caps } from './owned-projects'
import { ProjectModel, type ProjectRecord } from './project'
import { inTransaction } from './transaction'
import { lockAccount, type UserRecord } from './user'

/** Makes an account the owner of a project. The storage of its images counts for them from now on. Comments stay as they
 *  were written, and who reads them, by the link, keeps doing so.
 *  @param address any address of the project
 *  @returns null without such a project
 *  @throws AppError project_limit_reached, storage_limit_reached, and session_ended when the account was deleted meanwhile;
 *  nothing is stored then */
export function handOver(
  address: string,
  to: Pick<UserRecord, '_id' | 'name'>,
  caps: Caps,
): Promise<Pick<ProjectRecord, '_id' | 'name' | 'owner'> | null> {
  return inTransaction(async (session) => {
    if (!(await lockAccount(to._id, session))) throw new AppError('session_ended')
    const project = await ProjectModel.findOneAndUpdate(
      { addresses: address, deletedAt: null },
      {
        // No change has a number below zero, so the next reader counts what is new to this owner.
        $set: { owner: to._id, ...ownerNameFields(to), 'stats.seq': -1 },
        $inc: { seq: 1 },
        $unset: { creation: '' },
      },
      { session, projection: { name: 1, owner: 1 }, returnDocument: 'before' },
    ).lean<ProjectRecord>()
    if (!project) return null
    await ImageModel.updateMany(
      { owner: project.owner, project: project._id },
      { owner: to._id },
      { session },
    )
    await checkCaps(to._id, caps, 0, session)
    return project
  })
}
