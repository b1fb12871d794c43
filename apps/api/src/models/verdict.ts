import mongoose, { type Types } from 'mongoose'
import type { VerdictKind } from '@pinmark/shared/entities/round'
import { limits } from '@pinmark/shared/limits'
import { isDuplicate } from './duplicate-key'
import { isNot, isOneOf } from './filter-operators'
import { accountKey } from './visitor-key'

const { Schema } = mongoose

/** The verdict of one visitor on one round. A new verdict replaces it. */
export interface VerdictRecord {
  _id: Types.ObjectId
  project: Types.ObjectId
  round: number
  /** See visitor-key.ts. */
  visitor: string
  /** 0 for the first visitor of a round. It is unique within the round, so that a round never exceeds its
   *  limit. Missing in older verdicts. */
  place?: number
  name: string
  /** Null once it is withdrawn. */
  verdict: VerdictKind | null
  note: string
  at: Date
}

const verdictSchema = new Schema<VerdictRecord>(
  {
    project: { type: Schema.Types.ObjectId, required: true },
    round: { type: Number, required: true },
    visitor: { type: String, required: true },
    place: Number,
    name: { type: String, required: true },
    verdict: { type: String, default: null },
    note: { type: String, default: '' },
    at: { type: Date, required: true },
  },
  { versionKey: false },
)
verdictSchema.index({ project: 1, round: 1, visitor: 1 }, { unique: true })
verdictSchema.index(
  { project: 1, round: 1, place: 1 },
  { unique: true, partialFilterExpression: { place: { $gte: 0 } } },
)
verdictSchema.index({ project: 1, round: 1, at: -1 })
verdictSchema.index({ visitor: 1 })

export const VerdictModel = mongoose.model<VerdictRecord>('Verdict', verdictSchema)

type RoundKey = Pick<VerdictRecord, 'project' | 'round'>
type VerdictKey = Pick<VerdictRecord, 'project' | 'round' | 'visitor'>

/** The verdicts of a round, newest first. */
export function findVerdicts({ project, round }: RoundKey): Promise<VerdictRecord[]> {
  return VerdictModel.find({ project, round, verdict: isNot(null) })
    .sort({ at: -1 })
    .lean<VerdictRecord[]>()
    .exec()
}

/** The verdict of one visitor, if any. */
export function findVerdict({ project, round }: RoundKey, visitor: string): Promise<VerdictRecord | null> {
  return VerdictModel.findOne({ project, round, visitor, verdict: isNot(null) })
    .lean<VerdictRecord>()
    .exec()
}

/** The verdicts of several rounds in one query, newest first. */
export async function findVerdictsOfRounds(keys: readonly RoundKey[]): Promise<VerdictRecord[]> {
  const rounds = [...new Set(keys.map(({ round }) => round))]
  const projects = keys.map(({ project }) => project)
  const found = await VerdictModel.find(
    { project: isOneOf(projects), round: isOneOf(rounds), verdict: isNot(null) },
    { project: 1, round: 1, name: 1, verdict: 1, at: 1 },
  ).lean<VerdictRecord[]>()
  return found.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/** Stores a visitor's verdict. A first verdict takes the next place of the round; a withdrawn one keeps its
 *  place. If several visitors compete for the last place, one gets it, and nothing is stored for the others.
 *  @param beforeFirst called before a first verdict is stored; may refuse it
 *  @returns false when the round is full */
export async function storeVerdict(
  { project, round, visitor }: VerdictKey,
  said: Pick<VerdictRecord, 'name' | 'verdict' | 'note' | 'at'>,
  beforeFirst: () => Promise<void>,
): Promise<boolean> {
  for (let tried = -1; ;) {
    const changed = await VerdictModel.updateOne({ project, round, visitor }, { $set: said })
    if (changed.matchedCount === 1) return true
    if (tried < 0) await beforeFirst()
    const place = Math.max(await VerdictModel.countDocuments({ project, round }), tried + 1)
    if (place >= limits.verdictsPerRound) return false
    if (await insertVerdict({ project, round, visitor, place, ...said })) return true
    tried = place
  }
}

/** @returns false when the place is taken, or when the visitor has a verdict */
async function insertVerdict(verdict: Omit<VerdictRecord, '_id'>): Promise<boolean> {
  try {
    await VerdictModel.create(verdict)
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}

/** A withdrawn verdict stays as an empty one, because open pages would get no event of a deletion. */
export async function clearVerdict({ project, round, visitor }: VerdictKey): Promise<void> {
  await VerdictModel.updateOne({ project, round, visitor }, { verdict: null, note: '', at: new Date() })
}

/** The verdicts of a deleted account stay, under a neutral name and without an author. */
export async function unlinkVerdicts(user: Types.ObjectId, name: string): Promise<void> {
  const given = await VerdictModel.find({ visitor: accountKey(user) }, { _id: 1 }).lean()
  for (const { _id } of given) {
    await VerdictModel.updateOne({ _id }, { name, visitor: `former:${_id.toHexString()}` })
  }
}
