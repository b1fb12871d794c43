import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets the event loop handle input and timers once, between two long pieces of work. A single turn is not enough,
 *  because after an answer of the database the turn begins before the loop has polled. */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn()
  await nextTurn()
}
