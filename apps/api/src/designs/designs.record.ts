/** The only writers of a project's designs and versions. Each change is one write of one document, with the permission in
 *  its filter: what is shown first, what the trash holds and the round change together with it or not at all. */
import mongoose, { type mongo, type PipelineStage, type QueryFilter } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { doesNotExist, exists, hasElement, isAbove, isBelow, isNot } from '../mongo/queries'
import type { Permit } from '../projects/permitted-project.record'
import {
  type BuildRecord,
  countsStay,
  type DesignRecord,
  ProjectModel,
  type ProjectRecord,
  type VersionRecord,
} from '../projects/project.record'

type Filter = QueryFilter<ProjectRecord>
type MayChange = Permit<'manage'>
type Expression = unknown
type Fields = Record<string, Expression>
type NewVersion = Omit<VersionRecord, 'number' | 'round'>

/** Texts and dates from outside are literals in a pipeline, and never read as an expression. */
const literal = (value: unknown) => ({ $literal: value })
const isDesign = (variable: string, designId: string) => ({
  $eq: [`$$${variable}.publicId`, literal(designId)],
})
const without = (designId: string) => ({
  $filter: { input: '$designs', as: 'one', cond: { $not: [isDesign('one', designId)] } },
})
const theDesign = (designId: string) => ({
  $first: { $filter: { input: '$designs', as: 'one', cond: isDesign('one', designId) } },
})
const newestOf = (design: Expression) => ({
  $let: { vars: { design }, in: { $last: '$$design.versions' } },
})

/** Adds a design as the last one, unless its upload was already added. */
export function addDesign(
  mayChange: MayChange,
  design: DesignRecord,
  session: mongo.ClientSession,
): Promise<ProjectRecord | null> {
  return ProjectModel.findOneAndUpdate(
    {
      ...mayChange,
      [`designs.${limits.designsPerProject - 1}`]: doesNotExist,
      versionCount: isBelow(limits.versionsPerProject - design.versions.length + 1),
      ...isNewUpload(design.versions[0]),
    },
    {
      $push: { designs: design },
      $inc: { designCount: 1, versionCount: design.versions.length, designsRevision: 1, seq: 1 },
      $set: { updatedAt: new Date() },
    },
    { session, returnDocument: 'after' },
  )
    .lean<ProjectRecord>()
    .exec()
}

/** Adds a version to a design, unless it has the same pixels as the newest one, or its upload was already
 *  added. The number is given here.
 *  @param options.round the round of the version, at most one above the present; default: the next one
 *  @param options.rename the title of the design from now on, unless it has another one meanwhile */
export function addVersion(
  mayChange: MayChange,
  designId: string,
  version: NewVersion,
  { round: wantedRound, rename }: { round: number | undefined; rename: { from: string; to: string } },
  session: mongo.ClientSession,
): Promise<ProjectRecord | null> {
  const next = { $add: ['$round.number', 1] }
  const number =
    wantedRound === undefined ? next : { $max: ['$round.number', { $min: [next, literal(wantedRound)] }] }
  const round = {
    $cond: [
      { $gt: ['$$number', '$round.number'] },
      literal({ openedAt: version.createdAt, closedAt: null, message: '' }),
      {},
    ],
  }
  const isSame = {
    $eq: [{ $getField: { field: 'pixels', input: newestOf(theDesign(designId)) } }, literal(version.pixels)],
  }
  return update(
    {
      ...mayChange,
      designs: hasElement({ publicId: designId }),
      versionCount: isBelow(limits.versionsPerProject),
      ...isNewUpload(version),
      $expr: mongoose.trusted({ $not: [isSame] }),
    },
    [
      {
        round: {
          $let: { vars: { number }, in: { $mergeObjects: ['$round', round, { number: '$$number' }] } },
        },
        versionCount: { $add: ['$versionCount', 1] },
      },
      {
        designs: changed(designId, {
          title: {
            $cond: [{ $eq: ['$$one.title', literal(rename.from)] }, literal(rename.to), '$$one.title'],
          },
          nextVersion: { $add: ['$$one.nextVersion', 1] },
          versions: {
            $concatArrays: [
              '$$one.versions',
              [
                {
                  $mergeObjects: [literal(version), { number: '$$one.nextVersion', round: '$round.number' }],
                },
              ],
            ],
          },
        }),
      },
    ],
    session,
  )
}

/** Renames a design, moves it, or both.
 *  @param position 1 for the first; a position beyond the last means the last */
export function changeDesign(
  mayChange: MayChange,
  designId: string,
  { title, position }: { title?: string | undefined; position?: number | undefined },
) {
  const at = Math.min(position ?? 1, limits.designsPerProject) - 1
  return update(ofDesign(mayChange, designId), [
    ...(title === undefined ? [] : [{ designs: changed(designId, { title: literal(title) }) }]),
    ...(position === undefined
      ? []
      : [{ designs: inserted(theDesign(designId), without(designId), literal(at)) }]),
  ])
}

/** Moves a design to the trash. A project keeps at least one. */
export function deleteDesign(mayChange: MayChange, designId: string, deletedAt: Date) {
  const entry = { deletedAt, at: { $indexOfArray: ['$designs.publicId', literal(designId)] } }
  return update({ ...ofDesign(mayChange, designId), 'designs.1': exists }, [
    {
      trash: { $concatArrays: ['$trash', [{ $mergeObjects: [theDesign(designId), entry] }]] },
      designs: without(designId),
    },
  ])
}

/** Restores a design from the trash at its former place. */
export function restoreDesign(
  mayChange: MayChange,
  designId: string,
  since: Date,
  session: mongo.ClientSession,
) {
  const isIt = { $and: [isDesign('one', designId), { $ne: ['$$one.at', null] }] }
  const entry = { $first: { $filter: { input: '$trash', as: 'one', cond: isIt } } }
  const design = {
    $let: {
      vars: { entry },
      in: {
        publicId: '$$entry.publicId',
        title: '$$entry.title',
        nextVersion: '$$entry.nextVersion',
        versions: '$$entry.versions',
      },
    },
  }
  return update(
    {
      ...mayChange,
      [`designs.${limits.designsPerProject - 1}`]: doesNotExist,
      trash: hasElement({ publicId: designId, at: isNotNull, deletedAt: isSince(since) }),
    },
    [
      {
        designs: inserted(design, '$designs', { $getField: { field: 'at', input: entry } }),
        trash: { $filter: { input: '$trash', as: 'one', cond: { $not: [isIt] } } },
      },
    ],
    session,
  )
}

/** Moves the newest version of a design to the trash. A design keeps at least one. */
export function removeVersion(
  mayChange: MayChange,
  designId: string,
  versionId: string,
  deletedAt: Date,
  session: mongo.ClientSession,
) {
  const design = theDesign(designId)
  const entry = { deletedAt: literal(deletedAt), at: null, versions: [newestOf(design)] }
  const isNewest = {
    $eq: [{ $getField: { field: 'publicId', input: newestOf(design) } }, literal(versionId)],
  }
  return update(
    {
      ...mayChange,
      designs: hasElement({ publicId: designId, 'versions.1': { $exists: true } }),
      $expr: mongoose.trusted(isNewest),
    },
    [
      {
        trash: { $concatArrays: ['$trash', [{ $mergeObjects: [design, entry] }]] },
        designs: changed(designId, {
          versions: { $slice: ['$$one.versions', { $subtract: [{ $size: '$$one.versions' }, 1] }] },
        }),
      },
    ],
    session,
  )
}

/** Restores a version from the trash at the place of its number, because a newer version may have arrived
 *  meanwhile. */
export function restoreVersion(
  mayChange: MayChange,
  designId: string,
  versionId: string,
  since: Date,
  session: mongo.ClientSession,
) {
  const isIt = {
    $and: [
      isDesign('entry', designId),
      { $eq: ['$$entry.at', null] },
      { $in: [literal(versionId), '$$entry.versions.publicId'] },
    ],
  }
  const entry = { $first: { $filter: { input: '$trash', as: 'entry', cond: isIt } } }
  const versions = {
    $concatArrays: ['$$one.versions', { $getField: { field: 'versions', input: entry } }],
  }
  return update(
    {
      ...ofDesign(mayChange, designId),
      trash: hasElement({
        publicId: designId,
        at: null,
        'versions.publicId': versionId,
        deletedAt: isSince(since),
      }),
    },
    [
      {
        designs: changed(designId, { versions: { $sortArray: { input: versions, sortBy: { number: 1 } } } }),
        trash: { $filter: { input: '$trash', as: 'entry', cond: { $not: [isIt] } } },
      },
    ],
    session,
  )
}

/** Gives a version this build, unless its build has the same pixels already, or takes its build away. 'Edited' of the
 *  project stays.
 *  @returns the project before the change, with the former build; null when nothing was changed */
export function changeBuild(
  mayChange: MayChange,
  { designId, versionId }: VersionAddress,
  build: BuildRecord | null,
): Promise<ProjectRecord | null> {
  const field = 'designs.$[design].versions.$[version].build'
  const changes = build ? { 'build.pixels': isNot(build.pixels) } : { 'build.publicId': isAbove('') }
  return ProjectModel.findOneAndUpdate(
    {
      ...mayChange,
      designs: hasElement({
        publicId: designId,
        versions: hasElement({ publicId: versionId, ...changes }),
      }),
    },
    {
      ...(build ? { $set: { [field]: build } } : { $unset: { [field]: 1 } }),
      $inc: { designsRevision: 1, ...countsStay },
    },
    {
      returnDocument: 'before',
      arrayFilters: [{ 'design.publicId': designId }, { 'version.publicId': versionId }],
    },
  )
    .lean<ProjectRecord>()
    .exec()
}

/** Applies the stages in order, then updates the derived fields. */
function update(
  filter: Filter,
  stages: readonly Fields[],
  session?: mongo.ClientSession,
): Promise<ProjectRecord | null> {
  const pipeline: PipelineStage.Set[] = [
    ...stages.map((fields) => ({ $set: fields })),
    {
      $set: {
        front: frontOf,
        designCount: { $size: '$designs' },
        updatedAt: literal(new Date()),
        designsRevision: { $add: ['$designsRevision', 1] },
        seq: { $add: ['$seq', 1] },
      },
    },
  ]
  return ProjectModel.findOneAndUpdate(filter, pipeline, {
    ...{ returnDocument: 'after', updatePipeline: true },
    ...(session && { session }),
  })
    .lean<ProjectRecord>()
    .exec()
}

const frontOf = {
  $let: {
    vars: { design: { $first: '$designs' }, newest: newestOf({ $first: '$designs' }) },
    in: {
      design: '$$design.publicId',
      version: '$$newest.publicId',
      image: '$$newest.image',
      width: '$$newest.width',
      height: '$$newest.height',
    },
  },
}

/** Whether the project contains nothing from the same upload. */
function isNewUpload(version: Pick<VersionRecord, 'upload'> | undefined): Filter {
  if (version?.upload === undefined) return {}
  return { 'designs.versions.upload': isNot(version.upload) }
}

function ofDesign(mayChange: MayChange, designId: string): Filter {
  return { ...mayChange, designs: hasElement({ publicId: designId }) }
}

/** All designs, one of them with changed fields.
 *  @param fields may refer to the design as `$$one` */
function changed(designId: string, fields: Fields): Expression {
  return {
    $map: {
      input: '$designs',
      as: 'one',
      in: { $cond: [isDesign('one', designId), { $mergeObjects: ['$$one', fields] }, '$$one'] },
    },
  }
}

/** `list` with `design` inserted at index `at`, or at the end. */
function inserted(design: Expression, list: Expression, at: Expression): Expression {
  const behind = { $max: [{ $subtract: [{ $size: '$$list' }, '$$at'] }, 0] }
  return {
    $let: {
      vars: { list, at },
      in: {
        $concatArrays: [
          { $slice: ['$$list', '$$at'] },
          [design],
          // MongoDB does not support a slice of length 0 from the end.
          { $cond: [{ $gt: [behind, 0] }, { $slice: ['$$list', { $multiply: [behind, -1] }] }, []] },
        ],
      },
    },
  }
}

const isNotNull = { $ne: null }
const isSince = (since: Date) => ({ $gt: since })

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
export function versionOf(project: ProjectRecord, designId: string, versionId: string): VersionRecord {
  const version = designOf(project, designId).versions.find(({ publicId }) => publicId === versionId)
  if (!version) throw new AppError('design_not_found')
  return version
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
