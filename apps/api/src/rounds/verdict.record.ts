import mongoose, { type Types } from 'mongoose'
import type { VerdictKind } from '@pinmark/shared/entities/round'
import { isNot, isOneOf, type Write } from '../mongo/queries'

const { Schema } = mongoose

/** The verdict of one visitor on one round. A new verdict replaces it. */
export interface VerdictRecord {
  _id: Types.ObjectId
  project: Types.ObjectId
  round: number
  /** See `visitorKey` in visit.record.ts. */
  visitor: string
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

type RoundKey = Pick<VerdictRecord, 'project' | 'round'>

/** The verdicts of a round, newest first. */
export function findVerdicts({ project, round }: RoundKey): Promise<VerdictRecord[]> {
  return VerdictModel.find({ project, round, verdict: isNot(null) })
    .sort({ at: -1 })
    .lean<VerdictRecord[]>()
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

/** The verdict that a visitor has given on a round, whether or not it was withdrawn since. */
export function findGivenVerdict(
  { project, round }: RoundKey,
  visitor: string,
): Promise<VerdictRecord | null> {
  return VerdictModel.findOne({ project, round, visitor }).lean<VerdictRecord>().exec()
}

/** How many visitors have given a verdict on a round. */
export function countVerdicts({ project, round }: RoundKey): Promise<number> {
  return VerdictModel.countDocuments({ project, round }).exec()
}

/** The write that stores a verdict in place of an earlier one. A withdrawn verdict stays as an empty one, because open pages
 *  would get no event of a deletion. */
export function verdictWrite(given: VerdictRecord): Write {
  const { _id, project, round, visitor, name, verdict, note, at } = given
  return {
    updateOne: {
      filter: { project, round, visitor },
      update: { $set: { name, verdict, note, at }, $setOnInsert: { _id } },
      upsert: true,
    },
  }
}
