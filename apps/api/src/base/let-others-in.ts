import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets the event loop look for input and timers once, between two long pieces of work. A single turn is too little: after
 *  an answer of the database it begins before the loop has looked. */
export async function letOthersIn(): Promise<void> {
  await nextTurn()
  await nextTurn()
}
