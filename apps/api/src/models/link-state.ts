import type { LinkPermission } from '@pinmark/shared/entities/primitives'
import type { LinkRecord } from './project'

/** The lock of a link that has a password; null without one. */
export function lockOf({ passwordHash, lock }: LinkRecord): string | null {
  return passwordHash === null ? null : (lock ?? '')
}

/** What the link allows at this moment. */
export function permissionNow({ permission, viewOnlyAt }: LinkRecord): LinkPermission {
  return viewOnlyAt && viewOnlyAt <= new Date() ? 'view' : permission
}
