import type { ApiToken } from '@pinmark/shared/entities/api-token'
import type { User } from '@pinmark/shared/entities/user'
import type { ApiTokenRecord } from './api-token.record'
import type { UserRecord } from './user.record'

/** An account as its owner sees it. */
export function presentUser({
  publicId,
  name,
  email,
  language,
  passwordHash,
}: Pick<UserRecord, 'publicId' | 'name' | 'email' | 'language' | 'passwordHash'>): User {
  return {
    ...{ _id: publicId, name, email },
    ...(language !== undefined && { language }),
    ...(passwordHash === '' && { isPasswordless: true }),
  }
}

export function presentApiToken(token: ApiTokenRecord): ApiToken {
  const { _id, name, scope, projects, lastFour, createdAt, endsAt, lastUsedAt } = token
  return {
    ...{ _id, name, scope, lastFour },
    projects: projects?.map(({ publicId }) => publicId) ?? null,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
