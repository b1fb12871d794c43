import type { ReplyRecord, ThreadRecord } from '../models/comment'
import type { PresenceRecord } from '../models/presence'
import type { ProjectRecord } from '../models/project'
import type { RevokedTokenRecord } from '../models/revoked-token'
import type { UserRecord } from '../models/user'
import { ChangeFeed } from '../platform/change-stream'
import type { Log } from '../platform/log'

export type Watched =
  ProjectRecord | UserRecord | ThreadRecord | ReplyRecord | PresenceRecord | RevokedTokenRecord

export type StoredChanges = ChangeFeed<Watched>

/** Counters that every comment moves; what they count is told with the comment. */
const countingFields = ['seq', 'seqAt', 'nextNumber', 'size', 'hasReplies', 'stats'] as const

/** The one change stream of a process, over all that someone here follows. */
export function watchStoredChanges(log: Log): StoredChanges {
  return new ChangeFeed<Watched>({
    collections: {
      comments: [],
      projects: countingFields,
      presences: ['expiresAt'],
      users: ['name'],
      revokedTokens: ['expiresAt', 'account'],
    },
    log,
  })
}
