import { AppError } from '@pinmark/shared/errors'
import { runAfterNewcomers } from '../../base/newcomers'
import { FairQueue } from '../../platform/renditions/fair-queue'

/** Parts of exports that are made at a time, over all networks. Each takes a few milliseconds of the process, and a thousand of
 *  them at once would keep everyone else waiting for seconds. */
const atOnce = 2
const maxWaiting = 2_000

const waiting = new FairQueue<{ begin: () => void; giveUp: () => void }>(maxWaiting)
let running = 0

/** Does a part of an export once it is the turn of its network. Networks have their turns one after the other, so that many
 *  exports of one delay mostly each other.
 *  @throws AppError server_busy when too many wait, and what `work` throws */
export async function inTurn<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => reject(new AppError('server_busy', { retryAfterSeconds: 5 }))
    waiting.add({ account: network, network }, { begin: resolve, giveUp })?.giveUp()
    beginNext()
  })
  try {
    return await work()
  } finally {
    running -= 1
    runAfterNewcomers(beginNext)
  }
}

function beginNext(): void {
  while (running < atOnce) {
    const next = waiting.next()
    if (!next) return
    running += 1
    next.begin()
  }
}
