import { FairSlots } from '../../base/fair-slots'
import { runAfterPendingConnections } from '../../base/pending-connections'

const turns = { maxWaiting: 2_000, refusal: 'server_busy', later: runAfterPendingConnections } as const

/** Exports that choose their comments at a time. Each holds a point and a time of every comment until it has
 *  chosen. */
export const choosingSlots = new FairSlots({ ...turns, slots: 4 })

/** Batches of comments that all exports together read and write at a time. Each takes a few milliseconds of
 *  the process. A thousand of them at once would delay everyone else for seconds. */
export const readingSlots = new FairSlots({ ...turns, slots: 2 })
