import type { ReplyRecord, ThreadRecord } from '../comments/comment.record'
import type { PresenceRecord } from '../live/presence.record'
import type { ProjectRecord } from '../projects/project.record'
import type { RevokedTokenRecord } from '../accounts/account-access.record'
import type { UserRecord } from '../accounts/user.record'
import type { VerdictRecord } from '../rounds/verdict.record'
import type { VisitRecord } from '../visits/visit.record'
import { ChangeFeed } from '../mongo/change-stream'
import type { Log } from '../base/log'

/** The collections that are watched, by name, with the type of their documents. */
interface Watched {
  projects: ProjectRecord
  comments: ThreadRecord | ReplyRecord
  presences: PresenceRecord
  verdicts: VerdictRecord
  visits: VisitRecord
  users: UserRecord
  revokedTokens: RevokedTokenRecord
}

export type StoredChanges = ChangeFeed<Watched>

/** Counters that every comment raises. They need no event, because the comment has its own. */
const countingFields = ['seq', 'nextNumber', 'size', 'stats'] as const
/** Names that guests may not use. No page shows them, and each guest's name is checked against the stored ones. */
const silentFields = [...countingFields, 'ownerNameKeys'] as const

/** The only change stream of a process, over every collection that it follows. */
export function watchStoredChanges(log: Log): StoredChanges {
  return new ChangeFeed<Watched>({
    collections: {
      comments: ['replyRoom', 'emptiedAt', 'unread', 'seq'],
      projects: silentFields,
      presences: ['expiresAt'],
      verdicts: [],
      visits: ['seq'],
      users: ['name', 'changes'],
      revokedTokens: ['expiresAt', 'account'],
    },
    deletedFrom: ['apiTokens'],
    log,
  })
}
