import type { Types } from 'mongoose'
import { ProjectModel, type ProjectRecord } from './project'

/** Which of these projects exist and are not in the trash, as hex ids. */
export async function findLiveProjects(ids: Types.ObjectId[]): Promise<Set<string>> {
  const projects = await ProjectModel.db
    .collection<ProjectRecord>(ProjectModel.collection.collectionName)
    .find({ _id: { $in: ids }, deletedAt: null }, { projection: { _id: 1 } })
    .toArray()
  return new Set(projects.map(({ _id }) => _id.toHexString()))
}
