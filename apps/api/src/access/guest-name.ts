import { AppError } from '@pinmark/shared/errors'
import { readGuestName, type GuestName } from '../base/guest-name'
import { isNoneOf, isOneOf } from '../models/filter-operators'
import type { ProjectRecord } from '../models/project'

type Named = Pick<ProjectRecord, 'ownerNameKeys'>

/** The filter that refuses guests whose names look like the owner's. */
export function namesAreFree(names: readonly string[]) {
  const read = names.map(readGuestName)
  const claim = read.some(({ claimsRole }) => claimsRole)
  return { ownerNameKeys: claim ? isOneOf<string>([]) : isNoneOf(read.flatMap(({ keys }) => keys)) }
}

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
