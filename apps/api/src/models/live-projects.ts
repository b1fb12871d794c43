import { Types } from 'mongoose'
import { ProjectModel, type ProjectRecord } from './project'

/** Which of these projects exist and are not in the trash. */
export async function findLiveProjects(hexIds: string[]): Promise<Set<string>> {
  const ids = hexIds.map((id) => new Types.ObjectId(id))
  const projects = await ProjectModel.db
    .collection<ProjectRecord>(ProjectModel.collection.collectionName)
    .find({ _id: { $in: ids }, deletedAt: null }, { projection: { _id: 1 } })
    .toArray()
  return new Set(projects.map(({ _id }) => _id.toHexString()))
}
