import { yieldToEventLoop } from '../../base/yield-to-event-loop'

/** A few milliseconds of work, for an event that is the same for all pages. */
const pagesATurn = 100
/** Longest work before others have their turn. A long thread may have to be written for each page apart. */
const maxTurnMs = 5

/** Sends something to many pages. Other requests are served in between, because a crowded project has
 *  thousands of pages. Pages that open meanwhile are left out. */
export async function sendToPages<Page>(pages: Iterable<Page>, send: (page: Page) => void): Promise<void> {
  let turn = { left: pagesATurn, endsAt: performance.now() + maxTurnMs }
  for (const page of [...pages]) {
    if (turn.left === 0 || performance.now() > turn.endsAt) {
      await yieldToEventLoop()
      turn = { left: pagesATurn, endsAt: performance.now() + maxTurnMs }
    }
    turn.left -= 1
    send(page)
  }
}
