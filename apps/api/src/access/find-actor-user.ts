import { isRevoked } from '../models/revoked-token'
import { UserModel } from '../models/user'
import type { TokenClaims } from '../platform/tokens'
import type { Actor } from './actor'

/** Whether the login that a request came with still counts; true for a request without one. */
export async function isLoginAlive({ user }: Actor): Promise<boolean> {
  if (user === null) return true
  const { publicId: sub, tokenVersion: ver, login: jti } = user
  return (await findActorUser({ sub, ver, jti })) !== null
}

/** The living account behind a token; null when its login was ended. */
export async function findActorUser(
  claims: Pick<TokenClaims, 'sub' | 'ver' | 'jti'> | null,
): Promise<Actor['user']> {
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
  }
}
