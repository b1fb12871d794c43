/** The designs of a project, and how a change of the project writes them. */
import { AppError } from '@pinmark/shared/errors'
import { TaskModel, taskWrite, wakeTasks } from '../core/task.record'
import type { Unit } from '../core/unit'
import { placingTask } from './placing.record'
import type { BuildRecord, DesignRecord, ProjectRecord, VersionRecord } from '../projects/project.record'

export interface DesignAddress {
  projectId: string
  designId: string
}

export interface VersionAddress extends DesignAddress {
  versionId: string
}

/** @throws AppError design_not_found */
export function designOf({ designs }: Pick<ProjectRecord, 'designs'>, designId: string): DesignRecord {
  const design = designs.find(({ publicId }) => publicId === designId)
  if (!design) throw new AppError('design_not_found')
  return design
}

/** @throws AppError design_not_found */
export function versionOf(
  project: Pick<ProjectRecord, 'designs'>,
  { designId, versionId }: Pick<VersionAddress, 'designId' | 'versionId'>,
): VersionRecord {
  const version = designOf(project, designId).versions.find(({ publicId }) => publicId === versionId)
  if (!version) throw new AppError('design_not_found')
  return version
}

export function newestOf({ versions }: Pick<DesignRecord, 'versions'>): VersionRecord {
  const newest = versions.at(-1)
  if (!newest) throw new Error('a design has no version')
  return newest
}

/** Finds what an earlier try of the same upload created. */
export function findUploaded(
  { designs }: Pick<ProjectRecord, 'designs'>,
  upload: string | undefined,
): { design: DesignRecord; version: VersionRecord } | null {
  if (upload === undefined) return null
  for (const design of designs) {
    const version = design.versions.find((one) => one.upload === upload)
    if (version) return { design, version }
  }
  return null
}

type Changes = Partial<Pick<ProjectRecord, 'designs' | 'trash' | 'versionCount' | 'round'>>

/** Stores changed designs, and what follows from them: the picture of the project, its number of designs, and 'Edited'.
 *  @returns the project as it is then */
export function setDesigns(unit: Unit, changes: Changes): ProjectRecord {
  const { project } = unit
  const { designs = project.designs } = changes
  const fields = {
    ...changes,
    front: frontOf(designs),
    designCount: designs.length,
    designsRevision: project.designsRevision + 1,
    updatedAt: new Date(),
  }
  unit.set(fields)
  return { ...project, ...fields }
}

/** Stores the build of a version, or removes it. 'Edited' stays.
 *  @returns the project as it is then */
export function setBuild(
  unit: Unit,
  { designId, versionId }: VersionAddress,
  build: BuildRecord | null,
): ProjectRecord {
  const { project } = unit
  const withBuild = ({ build: _, ...version }: VersionRecord) => ({ ...version, ...(build && { build }) })
  const designs = withDesign(project, designId, (design) => ({
    versions: design.versions.map((one) => (one.publicId === versionId ? withBuild(one) : one)),
  }))
  const fields = { designs, designsRevision: project.designsRevision + 1 }
  unit.set(fields)
  return { ...project, ...fields }
}

/** All designs, one of them with changed fields. */
export function withDesign(
  { designs }: Pick<ProjectRecord, 'designs'>,
  designId: string,
  change: (design: DesignRecord) => Partial<DesignRecord>,
): DesignRecord[] {
  return designs.map((design) => (design.publicId === designId ? { ...design, ...change(design) } : design))
}

/** Requests that the open comments of a design get their places on one of its versions. */
export function requestPlacing(unit: Unit, place: { design: string; version: string }): void {
  unit.write(TaskModel, taskWrite(placingTask(unit.project, place)))
  unit.whenStored(wakeTasks)
}

function frontOf([design]: readonly DesignRecord[]): ProjectRecord['front'] {
  if (!design) throw new Error('a project has no design')
  const { publicId: version, image, width, height } = newestOf(design)
  return { design: design.publicId, version, image, width, height }
}
