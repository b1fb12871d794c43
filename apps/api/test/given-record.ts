import { Types } from 'mongoose'
import type { TokenScope } from '@pinmark/shared/entities/api-token'
import type { Actor } from '../src/core/actor'
import { newPublicId } from '../src/base/ids'
import type { LinkRecord, MemberRecord, ProjectRecord } from '../src/projects/project.record'

/** A visitor without an account or a secret. */
export const stranger: Actor = {
  user: null,
  token: 'none',
  guestHash: null,
  lock: null,
  network: '192.0.2.0/24',
}

/** A login of an account, or its API token if a scope is given. */
export function accountActor(id: Types.ObjectId, scope?: TokenScope): Actor {
  const apiToken = scope ? { name: 'Build bot', scope, endsAt: null, projects: null } : null
  return {
    ...stranger,
    token: 'valid',
    user: {
      id,
      publicId: `public ${id.toHexString()}`,
      name: 'Mara Hald',
      tokenVersion: 3,
      login: 'login',
      since: apiToken ? 0 : Date.now(),
      apiToken,
    },
  }
}

/** An account as a member of a project. */
export function memberRecord(user: Types.ObjectId): MemberRecord {
  const at = new Date('2026-03-01T12:00:00Z')
  return {
    user,
    publicId: `public ${user.toHexString()}`,
    name: 'Jonas Weber',
    nameKeys: [],
    since: at,
    offeredAt: null,
  }
}

type Changes = Partial<Omit<ProjectRecord, 'link' | 'round'>> & {
  link?: Partial<LinkRecord>
  round?: Partial<ProjectRecord['round']>
}

/** A project as it is stored, with one design and an open link for managing. */
export function projectRecord({ link, round, ...changes }: Changes = {}): ProjectRecord {
  const [publicId, linkId] = [newPublicId(), newPublicId()]
  const [design, version, image] = [newPublicId(), newPublicId(), newPublicId()]
  const at = new Date('2026-03-01T12:00:00Z')
  const size = { width: 400, height: 300 }
  const shown = {
    publicId: version,
    number: 1,
    note: '',
    round: 1,
    image,
    ...size,
    placeholder: '',
    createdAt: at,
  }
  return {
    ...{ _id: new Types.ObjectId(), publicId, linkId, addresses: [publicId, linkId] },
    ...{ owner: new Types.ObjectId(), ownerName: 'Mara Hald', ownerNameKeys: [] },
    ...{ members: [], invitations: [] },
    ...{ name: 'Landing page', description: '' },
    link: {
      ...{ permission: 'manage', closedAt: null, endsAt: null, passwordHash: null },
      ...link,
    },
    designs: [{ publicId: design, title: 'Home', nextVersion: 2, versions: [shown] }],
    ...{ trash: [], designCount: 1, versionCount: 1, designsRevision: 0 },
    round: { number: 1, openedAt: at, closedAt: null, message: '', ...round },
    front: { design, version, image, ...size },
    ...{ nextNumber: 1, size: 0, seq: 0, seqAt: at },
    stats: { seq: 0, open: 0, total: 0, new: 0, last: null },
    ...{ createdAt: at, updatedAt: at, deletedAt: null },
    ...changes,
  }
}
