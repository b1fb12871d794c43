import mongoose from 'mongoose'
import { isNot, startsWith } from './filter-operators'

const { Schema } = mongoose

interface LoginDrawRecord {
  /** Hash of the account, a dot, the number of the round. */
  _id: string
  /** The lowest ticket so far; it wins. */
  lowest: string
  /** The winner has had their try. */
  isTaken?: true
  expiresAt: Date
}

const loginDrawSchema = new Schema<LoginDrawRecord>(
  { _id: { type: String, required: true }, lowest: String, isTaken: Boolean, expiresAt: Date },
  { collection: 'loginDraws', versionKey: false },
)
loginDrawSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const LoginDrawModel = mongoose.model<LoginDrawRecord>('LoginDraw', loginDrawSchema)

/** Puts a ticket into a draw; the same one again changes nothing. */
export async function enterDraw(draw: string, ticket: string, expiresAt: Date): Promise<void> {
  const change = { $min: { lowest: ticket }, $setOnInsert: { expiresAt } }
  await LoginDrawModel.updateOne({ _id: draw }, change, { upsert: true })
}

/** Whether the ticket has won a draw that is over; true once. */
export async function takePrize(draw: string, ticket: string): Promise<boolean> {
  const won = { _id: draw, lowest: ticket, isTaken: isNot(true as const) }
  return (await LoginDrawModel.updateOne(won, { $set: { isTaken: true } })).matchedCount === 1
}

/** Forgets the draws about an account. */
export async function forgetDraws(loginKey: string): Promise<void> {
  await LoginDrawModel.deleteMany({ _id: startsWith(`${loginKey}.`) })
}
