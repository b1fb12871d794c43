import { ImageModel } from '../images/image.record'
import { checkCaps, ownerNameFields, type Caps } from './owned-projects.record'
import { ProjectModel, uncounted, type ProjectRecord } from './project.record'
import { changeAccount } from '../accounts/change-account'
import type { UserRecord } from '../accounts/user.record'

/** Makes an account the owner of a project. The storage of its images counts for them from now on. Comments stay as they
 *  were written, and the link stays the same.
 *  @param address any address of the project
 *  @returns null without such a project
 *  @throws AppError project_limit_reached, storage_limit_reached, and session_ended when the account was deleted meanwhile;
 *  nothing is stored then */
export function handOver(
  address: string,
  to: Pick<UserRecord, '_id' | 'name'>,
  caps: Caps,
): Promise<Pick<ProjectRecord, '_id' | 'name' | 'owner'> | null> {
  return changeAccount(to._id, async (session) => {
    const project = await ProjectModel.findOneAndUpdate(
      { addresses: address, deletedAt: null },
      {
        // What is new differs for each owner.
        $set: { owner: to._id, ...ownerNameFields(to), 'stats.seq': uncounted },
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
