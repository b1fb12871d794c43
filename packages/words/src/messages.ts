import type * as first from './compiled/first/en'
import type * as more from './compiled/more/en'

export type Words = typeof first & typeof more

/** The sentences of the page's language: `m.count_replies({ count: 2 })`. `load.ts` fills it, so nothing may read a sentence while modules
 *  are evaluated. */
export const m: Words = Object.create(null)
