import { AppError } from '@pinmark/shared/errors'
import { readGuestName, type GuestName } from '../base/guest-name'
import type { ProjectRecord } from '../models/project'

type Named = Pick<ProjectRecord, 'ownerNameKeys'>

/** @throws AppError commenter_is_owner, commenter_claims_role */
export function checkGuestName(name: string, project: Named): void {
  const { keys, claimsRole } = readGuestName(name)
  if (isOwners(keys, project)) throw new AppError('commenter_is_owner')
  if (claimsRole) throw new AppError('commenter_claims_role')
}

/** Whether a guest may be shown under this name. */
export function mayBearName(name: string, project: Named): boolean {
  const { keys, claimsRole } = readGuestName(name)
  return !claimsRole && !isOwners(keys, project)
}

function isOwners(keys: GuestName['keys'], { ownerNameKeys }: Named): boolean {
  return keys.some((key) => ownerNameKeys.includes(key))
}
