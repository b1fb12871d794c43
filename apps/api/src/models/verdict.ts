import mongoose, { type Types } from 'mongoose'
import type { VerdictKind } from '@pinmark/shared/entities/round'
import { isNot, isOneOf } from './filter-operators'
import { accountKey } from './visitor-key'

const { Schema } = mongoose

/** What one visitor says about one round; the last one counts. */
export interface VerdictRecord {
  _id: Types.ObjectId
  project: Types.ObjectId
  round: number
  /** See visitor-key.ts. */
  visitor: string
  name: string
  /** Null once it was withdrawn. */
  verdict: VerdictKind | null
  note: string
  at: Date
}

const verdictSchema = new Schema<VerdictRecord>(
  {
    project: { type: Schema.Types.ObjectId, required: true },
    round: { type: Number, required: true },
    visitor: { type: String, required: true },
    name: { type: String, required: true },
    verdict: { type: String, default: null },
    note: { type: String, default: '' },
    at: { type: Date, required: true },
  },
  { versionKey: false },
)
verdictSchema.index({ project: 1, round: 1, visitor: 1 }, { unique: true })
verdictSchema.index({ project: 1, round: 1, at: -1 })
verdictSchema.index({ visitor: 1 })

export const VerdictModel = mongoose.model<VerdictRecord>('Verdict', verdictSchema)

type Place = Pick<VerdictRecord, 'project' | 'round'>
type OwnPlace = Pick<VerdictRecord, 'project' | 'round' | 'visitor'>

/** The verdicts of a round, newest first. */
export function findVerdicts({ project, round }: Place): Promise<VerdictRecord[]> {
  return VerdictModel.find({ project, round, verdict: isNot(null) })
    .sort({ at: -1 })
    .lean<VerdictRecord[]>()
    .exec()
}

/** What one visitor said, if they did. */
export function findVerdict({ project, round }: Place, visitor: string): Promise<VerdictRecord | null> {
  return VerdictModel.findOne({ project, round, visitor, verdict: isNot(null) })
    .lean<VerdictRecord>()
    .exec()
}

/** The verdicts of several rounds in one query, newest first. */
export async function findVerdictsOfRounds(places: readonly Place[]): Promise<VerdictRecord[]> {
  const rounds = [...new Set(places.map(({ round }) => round))]
  const projects = places.map(({ project }) => project)
  const found = await VerdictModel.find(
    { project: isOneOf(projects), round: isOneOf(rounds), verdict: isNot(null) },
    { project: 1, round: 1, name: 1, verdict: 1, at: 1 },
  ).lean<VerdictRecord[]>()
  return found.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/** How many other visitors have a verdict in a round, withdrawn ones included. */
export function countOtherVerdicts({ project, round, visitor }: OwnPlace): Promise<number> {
  return VerdictModel.countDocuments({ project, round, visitor: isNot(visitor) })
}

/** @returns whether it is the visitor's first one */
export async function storeVerdict(
  { project, round, visitor }: OwnPlace,
  said: Pick<VerdictRecord, 'name' | 'verdict' | 'note' | 'at'>,
): Promise<boolean> {
  const stored = await VerdictModel.updateOne({ project, round, visitor }, { $set: said }, { upsert: true })
  return stored.upsertedCount === 1
}

/** Takes back a visitor's first verdict. It is emptied first, because open pages would get no event of a deletion. */
export async function withdrawFirstVerdict(place: OwnPlace): Promise<void> {
  await clearVerdict(place)
  const { project, round, visitor } = place
  await VerdictModel.deleteOne({ project, round, visitor, verdict: null })
}

/** A withdrawn verdict stays as an empty one, because open pages would get no event of a deletion. */
export async function clearVerdict({ project, round, visitor }: OwnPlace): Promise<void> {
  await VerdictModel.updateOne({ project, round, visitor }, { verdict: null, note: '', at: new Date() })
}

/** The verdicts of a deleted account stay, under a neutral name and without an author. */
export async function unlinkVerdicts(user: Types.ObjectId, name: string): Promise<void> {
  const given = await VerdictModel.find({ visitor: accountKey(user) }, { _id: 1 }).lean()
  for (const { _id } of given) {
    await VerdictModel.updateOne({ _id }, { name, visitor: `former:${_id.toHexString()}` })
  }
}
