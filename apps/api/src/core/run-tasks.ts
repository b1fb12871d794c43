import type { Types } from 'mongoose'
import { attemptEach } from '../base/failures'
import { newPublicId } from '../base/ids'
import type { Log } from '../base/log'
import { interruptiblePause, repeat } from '../base/pace'
import {
  extendLeases,
  findDueTasks,
  finishTask,
  onTasks,
  returnTask,
  takeTask,
  type TaskKind,
  type TaskRecord,
} from './task.record'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
/** Pauses between the tries of a task: ten tries within 24 hours, most of them early. Mail servers with greylisting refuse
 *  the first try, and accept one some minutes later. */
export const retryWaitsMs = [
  ...[5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  ...[hourMs, 3 * hourMs, 7 * hourMs, 12 * hourMs],
] as const

/** Whether a task is given up if it fails now. */
export const isLastTry = ({ tries }: Pick<TaskRecord, 'tries'>): boolean => tries > retryWaitsMs.length

/** After a crash, another process waits this long before it takes the task. */
const leaseMs = 15 * secondMs
const extendEveryMs = 5 * secondMs
/** How often due tasks are looked for. */
const everyMs = 500

/** How a task ended: `done`; `continue` when its turn is over and work is left; `failed`, for another try after a pause;
 *  `held` until it is made due again. */
export type Outcome = 'done' | 'continue' | 'failed' | 'held'

export interface Work {
  kind: TaskKind
  /** Tasks at a time, in all and of one account. Slow receivers of one account do not delay others. */
  slots: number
  slotsOfAccount: number
  /** Does a task, or a part of it. It may run again with the same task. When it throws, this is one failed try.
   *  @param signal aborts when the process stops */
  run: (task: TaskRecord, signal: AbortSignal) => Promise<Outcome>
}

/** Does tasks as they become due, until it is ended.
 *  @returns a function that ends it, after the tasks that are under way */
export function startTasks(works: readonly Work[], log: Log): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const runners = runnersOf(works, log, signal)
  const loops = [
    ...runners.map((runner) => repeat(() => runner.runDue(), { everyMs, log, signal, listen: onTasks })),
    repeat(() => attemptEach(runners, (runner) => runner.extendLeases()), {
      ...{ everyMs: extendEveryMs, log, signal },
    }),
  ]
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}

/** Does every task that is due. */
export async function runDueTasks(works: readonly Work[], log: Log): Promise<void> {
  const runners = runnersOf(works, log, new AbortController().signal)
  await Promise.all(runners.map((runner) => runner.runDue()))
}

function runnersOf(works: readonly Work[], log: Log, signal: AbortSignal): TaskRunner[] {
  const lease = newPublicId()
  return works.map((work) => new TaskRunner(work, { lease, log, signal }))
}

class TaskRunner {
  readonly #running = new Map<string, { account: Types.ObjectId | null; work: Promise<void> }>()
  /** The accounts that had their turn in the present round. In each round, every account with due tasks begins one. In order
   *  of time, an account with many slow tasks would delay all others. */
  readonly #served = new Map<string, Types.ObjectId | null>()

  constructor(
    readonly work: Work,
    readonly context: { lease: string; log: Log; signal: AbortSignal },
  ) {}

  /** Works until no task is due or under way, or the signal aborts. */
  async runDue(): Promise<void> {
    const { signal } = this.context
    const works = () => [...this.#running.values()].map(({ work }) => work)
    try {
      while (!signal.aborted && ((await this.#beginDue()) || this.#running.size > 0)) {
        if (this.#running.size > 0) await interruptiblePause(everyMs, signal, works())
      }
    } finally {
      await Promise.all(works())
    }
  }

  async extendLeases(): Promise<void> {
    if (this.#running.size > 0) await extendLeases([...this.#running.keys()], this.context.lease, leaseMs)
  }

  /** Begins due tasks in free slots. @returns whether it began any */
  async #beginDue(): Promise<boolean> {
    const { kind, slots } = this.work
    let isAnyBegun = false
    while (this.#running.size < slots) {
      const except = [...this.#full(), ...this.#served.values()]
      let begun = 0
      for (const { _id, account } of await findDueTasks(kind, slots * 2, except)) {
        if (this.#running.size === slots) break
        if (this.#running.has(_id) || this.#served.has(String(account))) continue
        const task = await takeTask(_id, this.context.lease, leaseMs)
        if (!task) continue
        this.#begin(task)
        begun += 1
      }
      if (begun > 0) isAnyBegun = true
      else if (this.#served.size > 0) this.#served.clear()
      else break
    }
    return isAnyBegun
  }

  /** The accounts that have no free slot. */
  #full(): (Types.ObjectId | null)[] {
    const accounts = [...this.#running.values()].map(({ account }) => account)
    const countOf = (account: Types.ObjectId | null) =>
      accounts.filter((one) => String(one) === String(account)).length
    return accounts.filter((account) => countOf(account) >= this.work.slotsOfAccount)
  }

  #begin(task: TaskRecord): void {
    const { _id, account } = task
    this.#served.set(String(account), account)
    const work = this.#run(task).finally(() => void this.#running.delete(_id))
    this.#running.set(_id, { account, work })
  }

  /** Never rejects. A task whose end cannot be stored is taken again when its lease is over. */
  async #run(task: TaskRecord): Promise<void> {
    const { log, signal } = this.context
    const about = { task: task._id, tries: task.tries }
    try {
      const outcome = await this.work.run(task, signal).catch((error: unknown): Outcome => {
        log.warn({ err: error, ...about }, 'a task failed')
        return 'failed'
      })
      const waitMs = retryWaitsMs[task.tries - 1]
      if (outcome === 'continue') await returnTask(task, { waitMs: 0, tries: 0 })
      else if (outcome === 'held') await returnTask(task, { waitMs: null, tries: 0 })
      else if (outcome === 'failed' && waitMs !== undefined) {
        await returnTask(task, { waitMs, tries: task.tries })
      } else await finishTask(task)
    } catch (error) {
      log.warn({ err: error, ...about }, 'the end of a task could not be stored')
    }
  }
}
