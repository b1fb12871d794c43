import mongoose, { type Types } from 'mongoose'
import type { ChangeOfDesign, RunOfRows } from '@pinmark/shared/entities/comparison'
import { exists } from '../mongo/queries'

const { Schema } = mongoose

/** What a comparison finds: the differences, and the rows that both pictures have. */
export interface Found<Change extends ChangeOfDesign> {
  changes: Change[]
  runs: RunOfRows[]
}

/** A comparison of two versions of a design, or of a version with its build. It never changes, so it is computed once. */
interface ComparisonRecord<Change extends ChangeOfDesign = ChangeOfDesign> extends Found<Change> {
  /** The ids of both, `from` first. */
  _id: string
  project: Types.ObjectId
}

const comparisonSchema = new Schema<ComparisonRecord>(
  {
    _id: { type: String, required: true },
    project: { type: Schema.Types.ObjectId, required: true },
    changes: { type: [Object], required: true },
    runs: { type: [Object], required: true },
  },
  { versionKey: false, minimize: false },
)
comparisonSchema.index({ project: 1 })

export const ComparisonModel = mongoose.model<ComparisonRecord>('Comparison', comparisonSchema)

export interface Pair {
  project: Types.ObjectId
  /** Ids of versions, or of a version and its build. */
  from: string
  to: string
}

const idOf = ({ from, to }: Pair) => `${from} ${to}`

/** Null also for a comparison of an earlier Pinmark, which found no rows. */
export async function findComparison<Change extends ChangeOfDesign>(
  pair: Pair,
): Promise<Found<Change> | null> {
  const query = { _id: idOf(pair), runs: exists }
  const found = await ComparisonModel.findOne(query).lean<ComparisonRecord<Change>>()
  return found && { changes: found.changes, runs: found.runs }
}

export async function storeComparison(pair: Pair, found: Found<ChangeOfDesign>): Promise<void> {
  await ComparisonModel.updateOne(
    { _id: idOf(pair) },
    { $set: { project: pair.project, ...found } },
    { upsert: true },
  )
}

/** The database refuses a regular expression of more than 32 KB, and a design may have 1,000 versions. */
const versionsAtOnce = 100

/** Removes the comparisons of removed versions or builds. */
export async function forgetChanges(project: Types.ObjectId, versions: readonly string[]): Promise<void> {
  for (let at = 0; at < versions.length; at += versionsAtOnce) {
    const ids = versions.slice(at, at + versionsAtOnce).join('|')
    await ComparisonModel.deleteMany({ project, _id: new RegExp(`^(?:${ids}) | (?:${ids})$`) })
  }
}
