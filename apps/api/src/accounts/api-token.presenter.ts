import type { ApiToken } from '@pinmark/shared/entities/api-token'
import type { ApiTokenRecord } from './api-token.record'

export function presentApiToken(token: ApiTokenRecord): ApiToken {
  const { _id, name, scope, lastFour, createdAt, endsAt, lastUsedAt } = token
  return {
    ...{ _id, name, scope, lastFour },
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
