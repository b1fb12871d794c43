import { eventLoopSlots } from '../base/fair-slots'

/** Exports that choose their comments at a time. Each holds a point and a time of every comment until it has
 *  chosen. */
export const choosingSlots = eventLoopSlots(4)

/** Batches of comments that all exports together read and write at a time. Each takes a few milliseconds of
 *  the process. A thousand of them at once would delay everyone else for seconds. */
export const readingSlots = eventLoopSlots(2)
