import type { Operation } from './operation'
import { accountOperations } from './operations/accounts'
import { commentOperations } from './operations/comments'
import { liveOperations } from './operations/live'
import { projectOperations } from './operations/projects'
import { serviceOperations } from './operations/service'
import { sharingOperations } from './operations/sharing'

/** Every call of the API, in reading order. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  ...projectOperations,
  ...sharingOperations,
  ...commentOperations,
  ...liveOperations,
  ...serviceOperations,
]
