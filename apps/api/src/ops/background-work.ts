import type { Log } from '../base/log'
import { BackgroundPace } from '../base/pace'
import type { Config } from '../config'
import { startTasks } from '../core/run-tasks'
import { placing } from '../designs/place-comments'
import { runDigests } from '../mail/notices'
import { mailTasks } from '../mail/send-mails'
import { keepReadingEvents } from '../outbox/read-events'
import { delivering } from '../webhooks/send-webhooks'

/** Does the work that outlives requests: places comments, reads the events of projects, and sends mails and messages to
 *  webhooks. Several processes may do it at the same time.
 *  @returns a function that ends it, after what is under way */
export function startBackgroundWork(config: Config, log: Log): () => Promise<void> {
  if (!config.hasOutbox) return startTasks([placing], log)
  const stopping = new AbortController()
  const { signal } = stopping
  const pace = new BackgroundPace()
  const works = [placing, delivering({ settings: config, log, pace }), ...mailTasks(config, log, pace)]
  const endTasks = startTasks(works, log)
  const reading = keepReadingEvents({ config, log, pace, signal })
  const digests = config.mail === null ? null : runDigests(log, signal)
  return async () => {
    stopping.abort()
    await Promise.all([endTasks(), reading, digests])
  }
}
