import mongoose, { type Types } from 'mongoose'
import type { ChangeOfDesign } from '@pinmark/shared/entities/comparison'

const { Schema } = mongoose

/** The differences between two versions of a design. They never change, so they are computed once. */
export interface ComparisonRecord {
  /** The ids of both versions, `from` first. */
  _id: string
  project: Types.ObjectId
  changes: ChangeOfDesign[]
}

const comparisonSchema = new Schema<ComparisonRecord>(
  {
    _id: { type: String, required: true },
    project: { type: Schema.Types.ObjectId, required: true },
    changes: { type: [Object], required: true },
  },
  { versionKey: false, minimize: false },
)
comparisonSchema.index({ project: 1 })

export const ComparisonModel = mongoose.model<ComparisonRecord>('Comparison', comparisonSchema)

export interface Pair {
  project: Types.ObjectId
  /** Ids of versions. */
  from: string
  to: string
}

const idOf = ({ from, to }: Pair) => `${from} ${to}`

export async function findChanges(pair: Pair): Promise<ChangeOfDesign[] | null> {
  const found = await ComparisonModel.findById(idOf(pair)).lean<ComparisonRecord>()
  return found?.changes ?? null
}

export async function storeChanges(pair: Pair, changes: ChangeOfDesign[]): Promise<void> {
  await ComparisonModel.updateOne(
    { _id: idOf(pair) },
    { $setOnInsert: { project: pair.project, changes } },
    { upsert: true },
  )
}

/** The database refuses a regular expression of more than 32 KB, and a design may have 1,000 versions. */
const versionsAtOnce = 100

/** Removes the comparisons of removed versions. */
export async function forgetChanges(project: Types.ObjectId, versions: readonly string[]): Promise<void> {
  for (let at = 0; at < versions.length; at += versionsAtOnce) {
    const ids = versions.slice(at, at + versionsAtOnce).join('|')
    await ComparisonModel.deleteMany({ project, _id: new RegExp(`^(?:${ids}) | (?:${ids})$`) })
  }
}
