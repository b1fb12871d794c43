import type { User } from '@pinmark/shared/entities/user'
import type { UserRecord } from './user.record'

/** An account as its owner sees it. */
export function presentUser({
  publicId,
  name,
  email,
}: Pick<UserRecord, 'publicId' | 'name' | 'email'>): User {
  return { _id: publicId, name, email }
}
