import { permit } from '../src/access/permit'
import type { Permit } from '../src/models/permitted-project'

/** The permit of a guest with the link to add a comment. */
export function guestPermit(linkId: string): Permit<'comment'> {
  return permit(
    { user: null, token: 'none', guestHash: null, lock: null, network: '192.0.2.0/24' },
    linkId,
    'comment',
  )
}
