import { newPublicId } from '../base/ids'
import { jobWaker, postponeJob, takeJob } from '../designs/job.record'
import type { Log } from '../base/log'
import { placeComments } from '../designs/place-comments'

/** Far longer than a job takes. After a crash, another process waits this long before it takes the job. */
const leaseMs = 60_000
/** How often postponed jobs and jobs of other processes are checked. */
const everyMs = 1_000
const retryMs = 2_000

/** Runs every due job, one after the other, until the signal aborts. */
export async function runJobs(log: Log, signal?: AbortSignal): Promise<void> {
  const served = new Set<string>()
  for (;;) {
    const job = signal?.aborted ? null : await takeJob(newPublicId(), leaseMs, served)
    if (!job) return
    try {
      await placeComments(job)
    } catch (error) {
      log.warn({ err: error, job: job._id, tries: job.tries }, 'a job failed and will be retried')
      await postponeJob(job, retryMs * job.tries)
    }
  }
}

/** Runs jobs as they become due.
 *  @returns a function that ends it, after the job that is under way */
export function startJobs(log: Log): () => Promise<void> {
  let current = Promise.resolve()
  let isWanted = false
  const stopping = new AbortController()
  const run = async () => {
    isWanted = false
    await runJobs(log, stopping.signal)
  }
  const wake = () => {
    if (isWanted) return
    isWanted = true
    current = current.then(run).catch((error: unknown) => {
      log.warn({ err: error }, 'the jobs could not be read and will be retried')
    })
  }
  jobWaker.wake = wake
  const timer = setInterval(wake, everyMs).unref()
  return () => {
    clearInterval(timer)
    stopping.abort()
    jobWaker.wake = () => {}
    return current
  }
}
