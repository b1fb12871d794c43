import { AppError } from '@pinmark/shared/errors'
import {
  type ApiTokenRecord,
  findLivingApiToken,
  hashApiToken,
  isApiTokenText,
  looksLikeApiToken,
  noteUse,
} from '../accounts/api-token.record'
import { isRevoked } from '../accounts/account-access.record'
import { UserModel } from '../accounts/user.record'
import { readToken, type TokenClaims } from '../accounts/tokens'
import type { Actor } from './actor'

/** Whether the login or API token that a request came with still counts; true for a request without one. */
export async function isLoginAlive({ user }: Actor): Promise<boolean> {
  if (user === null) return true
  const { publicId: sub, tokenVersion: ver, login: jti, since, apiToken } = user
  if (apiToken) return (await findTokenUser(await findLivingApiToken({ _id: jti }))) !== null
  return (await findLoginUser({ sub, ver, jti, iat: since / 1_000 })) !== null
}

/** Call this again after a long wait: for an upload, for the preparation of an image, for a slow reader.
 *  @throws AppError session_ended */
export async function requireLivingLogin(actor: Actor): Promise<void> {
  if (!(await isLoginAlive(actor))) throw new AppError('session_ended')
}

/** The living account behind a bearer token; null when it does not count. */
export async function findActorUser(
  settings: Parameters<typeof readToken>[0],
  token: string,
): Promise<Actor['user']> {
  if (!looksLikeApiToken(token)) return findLoginUser(readToken(settings, token))
  if (!isApiTokenText(token)) return null
  const stored = await findLivingApiToken({ hash: hashApiToken(token) })
  const user = await findTokenUser(stored)
  if (stored && user) await noteUse(stored)
  return user
}

async function findTokenUser(token: ApiTokenRecord | null): Promise<Actor['user']> {
  if (token === null) return null
  const user = await UserModel.findOne(
    { _id: token.account, deletedAt: null },
    { publicId: 1, name: 1, tokenVersion: 1 },
  ).lean()
  if (!user) return null
  const { _id: id, publicId, name, tokenVersion } = user
  const { scope, endsAt, projects } = token
  const apiToken = {
    name: token.name,
    scope,
    endsAt,
    projects: projects?.map((project) => project.id) ?? null,
  }
  return { id, publicId, name, tokenVersion, login: token._id, since: 0, apiToken }
}

async function findLoginUser(claims: Omit<TokenClaims, 'exp'> | null): Promise<Actor['user']> {
  if (claims === null) return null
  const [user, isEnded] = await Promise.all([
    UserModel.findOne({ publicId: claims.sub, tokenVersion: claims.ver }, { publicId: 1, name: 1 }).lean(),
    isRevoked(claims.jti),
  ])
  if (!user || isEnded) return null
  return {
    id: user._id,
    publicId: user.publicId,
    name: user.name,
    tokenVersion: claims.ver,
    login: claims.jti,
    since: claims.iat * 1_000,
    apiToken: null,
  }
}
