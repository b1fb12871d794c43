import mongoose from 'mongoose'
import { isNot, startsWith } from './filter-operators'

const { Schema } = mongoose

interface LoginDrawRecord {
  /** Hash of the account, a dot, the number of the round. */
  _id: string
  /** The lowest ticket so far, which wins. */
  lowest: string
  /** The winner has used the attempt. */
  isTaken?: true
  expiresAt: Date
}

const loginDrawSchema = new Schema<LoginDrawRecord>(
  { _id: { type: String, required: true }, lowest: String, isTaken: Boolean, expiresAt: Date },
  { collection: 'loginDraws', versionKey: false },
)
loginDrawSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const LoginDrawModel = mongoose.model<LoginDrawRecord>('LoginDraw', loginDrawSchema)

/** Adds a ticket to a draw. A repeated ticket changes nothing. A draw whose prize is taken begins again: its round has come
 *  back, because the clock was set back. */
export async function enterDraw(draw: string, ticket: string, expiresAt: Date): Promise<void> {
  await LoginDrawModel.deleteOne({ _id: draw, isTaken: true })
  const change = { $min: { lowest: ticket }, $setOnInsert: { expiresAt } }
  await LoginDrawModel.updateOne({ _id: draw }, change, { upsert: true })
}

/** Whether the ticket has won a finished draw; true once. */
export async function takePrize(draw: string, ticket: string): Promise<boolean> {
  const won = { _id: draw, lowest: ticket, isTaken: isNot(true as const) }
  return (await LoginDrawModel.updateOne(won, { $set: { isTaken: true } })).matchedCount === 1
}

/** Removes the draws about an account. */
export async function forgetDraws(loginKey: string): Promise<void> {
  await LoginDrawModel.deleteMany({ _id: startsWith(`${loginKey}.`) })
}
