import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import mongoose, { type mongo, type Types } from 'mongoose'
import type { TokenScope } from '@pinmark/shared/entities/api-token'

const { Schema } = mongoose

interface TokenProject {
  id: Types.ObjectId
  publicId: string
}

export interface ApiTokenRecord {
  _id: string
  account: Types.ObjectId
  name: string
  scope: TokenScope
  /** The only projects that it reaches; null for all of the account. Missing in older tokens. */
  projects?: readonly TokenProject[] | null
  /** SHA-256 of the token, base64url. */
  hash: string
  lastFour: string
  createdAt: Date
  endsAt: Date | null
  lastUsedAt: Date | null
}

const apiTokenSchema = new Schema<ApiTokenRecord>(
  {
    _id: { type: String, required: true },
    account: { type: Schema.Types.ObjectId, required: true },
    name: { type: String, required: true },
    scope: { type: String, required: true },
    projects: {
      type: [
        new Schema<TokenProject>({ id: Schema.Types.ObjectId, publicId: String }, { _id: false, id: false }),
      ],
      default: null,
    },
    hash: { type: String, required: true },
    lastFour: { type: String, required: true },
    createdAt: { type: Date, required: true },
    endsAt: { type: Date, default: null },
    lastUsedAt: { type: Date, default: null },
  },
  { collection: 'apiTokens', versionKey: false },
)
apiTokenSchema.index({ hash: 1 }, { unique: true })
apiTokenSchema.index({ account: 1, createdAt: -1 })

const ApiTokenModel = mongoose.model<ApiTokenRecord>('ApiToken', apiTokenSchema)

/** Precision of the last use. A write for every request would cost more than the answer. */
const usedMs = 60 * 60_000

export async function insertApiToken(token: ApiTokenRecord, session?: mongo.ClientSession): Promise<void> {
  await ApiTokenModel.create([token], { ...(session && { session }) })
}

/** The tokens of an account, newest first. */
export function findApiTokens(account: Types.ObjectId): Promise<ApiTokenRecord[]> {
  return ApiTokenModel.find({ account }).sort({ createdAt: -1 }).lean<ApiTokenRecord[]>().exec()
}

export function countApiTokens(account: Types.ObjectId, session: mongo.ClientSession): Promise<number> {
  return ApiTokenModel.countDocuments({ account }).session(session).exec()
}

/** The token with this hash or id, if it is still valid. */
export async function findLivingApiToken(
  by: { hash: string } | { _id: string },
): Promise<ApiTokenRecord | null> {
  const token = await ApiTokenModel.findOne(by).lean<ApiTokenRecord>()
  return token && (token.endsAt === null || token.endsAt > new Date()) ? token : null
}

/** Stores the time of use, at most once an hour. */
export async function noteUse({ _id, lastUsedAt }: ApiTokenRecord): Promise<void> {
  const now = new Date()
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < usedMs) return
  await ApiTokenModel.updateOne({ _id }, { $set: { lastUsedAt: now } })
}

/** @returns whether the account had such a token */
export async function deleteApiToken(account: Types.ObjectId, _id: string): Promise<boolean> {
  return (await ApiTokenModel.deleteOne({ _id, account })).deletedCount === 1
}

/** Removes all tokens of an account. */
export async function forgetApiTokens(account: Types.ObjectId, session?: mongo.ClientSession): Promise<void> {
  await ApiTokenModel.deleteMany({ account }, { ...(session && { session }) })
}

/** The text of an API token: a prefix that scanners for leaked secrets look for, 256 random bits, and a
 *  checksum. With the checksum, a scanner can tell a token from similar text without asking a server. */
const prefix = 'pinmark_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Length of 256 bits, and of 32 bits, in base 62. */
const [secretLength, checksumLength] = [43, 6]
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

export function newApiTokenText(): string {
  const secret = prefix + inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return secret + checksumOf(secret)
}

/** Whether a bearer token looks like an API token. A login never begins like that. */
export function looksLikeApiToken(text: string): boolean {
  return text.startsWith(prefix)
}

/** Whether prefix, length and checksum are right. Only the database knows whether the token exists. */
export function isApiTokenText(text: string): boolean {
  return shape.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)))
}

/** The hash that is stored. A plain hash is enough, because 256 random bits cannot be guessed. */
export function hashApiToken(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function checksumOf(secret: string): string {
  return inBase62(BigInt(crc32(secret)), checksumLength)
}

function inBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text
  return text.padStart(length, '0')
}
