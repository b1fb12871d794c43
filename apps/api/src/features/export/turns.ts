import { FairSlots } from '../../base/fair-slots'
import { runAfterNewcomers } from '../../base/newcomers'

const turns = { maxWaiting: 2_000, refusal: 'server_busy', later: runAfterNewcomers } as const

/** Exports that choose their comments at a time. Each holds a point and a time of every comment until it has
 *  chosen. */
export const choosing = new FairSlots({ ...turns, slots: 4 })

/** Batches of comments that all exports together read and write at a time. Each takes a few milliseconds of
 *  the process. A thousand of them at once would delay everyone else for seconds. */
export const reading = new FairSlots({ ...turns, slots: 2 })
