import mongoose, { type mongo, type Types } from 'mongoose'
import { isAnyDate, isDuplicate, isOneOf } from '../mongo/queries'
import { chooseLanguage } from '@pinmark/words/languages'
import { wordingIn, type Wording } from '@pinmark/words/server'

const { Schema } = mongoose

export interface SignOn {
  issuer: string
  /** `sub` of the issuer's tokens. */
  subject: string
}

export interface UserRecord {
  _id: Types.ObjectId
  publicId: string
  name: string
  /** NFC, trimmed, lower-cased. */
  email: string
  /** Of its mails and pages. Missing until the account has one. */
  language?: string
  /** Empty for an account without a password. */
  passwordHash: string
  /** Who it is at the issuer of single sign-on. */
  signOn?: SignOn
  /** A token is valid only with this number. `endedLogins` increases it, which ends every login. */
  tokenVersion: number
  /** Set on the account that claimed an instance with closed registration. It is unique, so that only one
   *  account can. */
  isFirst?: true
  /** Raised by each transaction about what it has. */
  changes?: number
  createdAt: Date
  /** Set on the tombstone of a deleted account until all its data are removed: see account-removal.record.ts. */
  deletedAt?: Date
  /** Of a deleted account: the prefix of the records about its login attempts. */
  loginKey?: string
}

const userSchema = new Schema<UserRecord>(
  {
    publicId: { type: String, required: true },
    name: { type: String, required: true },
    email: { type: String, required: true },
    language: { type: String },
    // The library takes an empty text for a missing one.
    passwordHash: { type: String },
    signOn: { type: new Schema<SignOn>({ issuer: String, subject: String }, { _id: false }) },
    tokenVersion: { type: Number, required: true },
    isFirst: { type: Boolean },
    changes: { type: Number },
    createdAt: { type: Date, required: true },
    deletedAt: { type: Date },
    loginKey: { type: String },
  },
  { collection: 'users', versionKey: false },
)
userSchema.index({ publicId: 1 }, { unique: true })
userSchema.index({ email: 1 }, { unique: true })
userSchema.index({ isFirst: 1 }, { unique: true, sparse: true })
userSchema.index({ 'signOn.subject': 1, 'signOn.issuer': 1 }, { unique: true, sparse: true })
userSchema.index(
  { deletedAt: 1 },
  { name: 'deletedAt_dates', partialFilterExpression: { deletedAt: isAnyDate } },
)

export const UserModel = mongoose.model<UserRecord>('User', userSchema)

export type NewUser = Omit<UserRecord, '_id'>

/** Stores a new account, or returns the unique field that another account already has. If two are created
 *  concurrently, one wins. */
export async function insertUser(user: NewUser): Promise<'stored' | 'email' | 'isFirst' | 'signOn'> {
  try {
    await UserModel.create(user)
    return 'stored'
  } catch (error) {
    if (isDuplicate(error, 'email')) return 'email'
    if (isDuplicate(error, 'isFirst')) return 'isFirst'
    if (isDuplicate(error, 'signOn.subject')) return 'signOn'
    throw error
  }
}

/** The living account that is linked to a person at the issuer of single sign-on. */
export function findBySignOn({ issuer, subject }: SignOn): Promise<UserRecord | null> {
  return UserModel.findOne({ 'signOn.subject': subject, 'signOn.issuer': issuer }).lean<UserRecord>()
}

/** A stage of an update by a pipeline that ends every login of an account. The number is at least the present time in
 *  milliseconds, so that it was never used before, also if an older state of the database was restored. */
export const endedLogins = () => ({ tokenVersion: { $max: [{ $add: ['$tokenVersion', 1] }, Date.now()] } })

/** Makes every other transaction about this account, and every change of the account, wait for the end of this one.
 *  @returns false without such an account */
export async function lockAccount(_id: Types.ObjectId, session: mongo.ClientSession): Promise<boolean> {
  const locked = await UserModel.updateOne({ _id, deletedAt: null }, { $inc: { changes: 1 } }, { session })
  return locked.matchedCount === 1
}

/** The name of an account. */
export async function findUserName(_id: Types.ObjectId, session: mongo.ClientSession): Promise<string> {
  const user = await UserModel.findById(_id, { name: 1 }).session(session).lean().orFail()
  return user.name
}

/** @returns null without such an account */
export function storeLanguage(_id: Types.ObjectId, language: string): Promise<UserRecord | null> {
  const living = { _id, deletedAt: null }
  return UserModel.findOneAndUpdate(living, { $set: { language } }, { returnDocument: 'after' })
    .lean<UserRecord>()
    .exec()
}

/** Addresses by the ids of living accounts. */
export async function findEmails(users: readonly Types.ObjectId[]): Promise<Map<string, string>> {
  if (users.length === 0) return new Map()
  const found = await UserModel.find({ _id: isOneOf(users), deletedAt: null }, { email: 1 }).lean()
  return new Map(found.map(({ _id, email }) => [_id.toHexString(), email]))
}

/** The words for each of these accounts, in the language that it chose; English without one. */
export async function findWordings(
  accounts: readonly Types.ObjectId[],
): Promise<(account: Types.ObjectId) => Wording> {
  const some = { _id: isOneOf(accounts) }
  const found = accounts.length === 0 ? [] : await UserModel.find(some, { language: 1 }).lean()
  const languages = new Map(found.map(({ _id, language }) => [_id.toHexString(), language]))
  return (account) => wordingIn(chooseLanguage([languages.get(account.toHexString()) ?? '']))
}

/** The same for one account. */
export async function findWording(account: Types.ObjectId): Promise<Wording> {
  const wordingOf = await findWordings([account])
  return wordingOf(account)
}
