import { FairSlots } from '../../base/fair-slots'
import { runAfterNewcomers } from '../../base/newcomers'

const turns = { maxWaiting: 2_000, refusal: 'server_busy', later: runAfterNewcomers } as const

/** Exports that choose their comments. Each holds a point and a time of every comment until it has chosen. */
export const choosing = new FairSlots({ ...turns, slots: 4 })

/** Parts of comments that are read and worked on, of all exports. Each takes a few milliseconds of the process, and a thousand of
 *  them at once would keep everyone else waiting for seconds. */
export const reading = new FairSlots({ ...turns, slots: 2 })
