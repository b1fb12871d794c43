import type { LinkPermission } from '@pinmark/shared/entities/primitives'
import type { LinkRecord } from './project.record'

/** The lock of a link that has a password; null without one. */
export function lockOf({ passwordHash, lock }: LinkRecord): string | null {
  return passwordHash === null ? null : (lock ?? '')
}

/** What the link allows at this moment. */
export function permissionNow(link: LinkRecord): LinkPermission {
  return hasBecomeViewOnly(link) ? 'view' : link.permission
}

/** Whether the link has come to an end date after which it is view-only. */
export function hasBecomeViewOnly({ viewOnlyAt }: LinkRecord): boolean {
  return Boolean(viewOnlyAt && viewOnlyAt <= new Date())
}
