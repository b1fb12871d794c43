import mongoose from 'mongoose'
import { afterEach, expect, test, vi } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { newPublicId } from '../base/ids'
import { createLog } from '../base/log'
import { isLastTry, retryWaitsMs, runDueTasks, startTasks, type Outcome, type Work } from './run-tasks'
import { hurryTasksOf, storeTasks, TaskModel, takeTask, type NewTask, type TaskRecord } from './task.record'

sharedTestApp()
const log = createLog('silent')
const newId = () => new mongoose.Types.ObjectId()

afterEach(async () => void (await TaskModel.deleteMany({})))

function givenTask(about: Partial<NewTask> = {}): NewTask {
  return { _id: newPublicId(), kind: 'deliver', account: newId(), project: newId(), ...about }
}
const stored = ({ _id }: Pick<NewTask, '_id'>) => TaskModel.findById(_id).lean()

/** Work of two at a time, one of each account, that records what it did. */
function givenWork(run: (task: TaskRecord) => Outcome | Promise<Outcome> = () => 'done') {
  const done: string[] = []
  const work: Work = {
    ...{ kind: 'deliver', slots: 2, slotsOfAccount: 1 },
    run: async (task: TaskRecord) => {
      done.push(task._id)
      return run(task)
    },
  }
  return { done, work, works: [work] }
}

test('a task is done once, and one of another kind stays', async () => {
  const [task, other] = [givenTask(), givenTask({ kind: 'mail' })]
  await storeTasks([task, other])
  const { done, works } = givenWork()
  await Promise.all([runDueTasks(works, log), runDueTasks(works, log)])
  expect(done).toEqual([task._id])
  expect(await stored(task)).toBeNull()
  expect(await stored(other)).toMatchObject({ tries: 0, lease: null })
})

test('accounts take turns, so that one with many tasks does not delay the others', async () => {
  const [busy, other] = [newId(), newId()]
  const tasks = [busy, busy, busy, other].map((account) => givenTask({ account }))
  for (const task of tasks) await storeTasks([task])
  const { done, work } = givenWork()
  await runDueTasks([{ ...work, slots: 1 }], log)
  const [first, second, third, last] = tasks.map(({ _id }) => _id)
  expect(done).toEqual([first, last, second, third])
})

test('an account has no more tasks under way than its slots', async () => {
  const account = newId()
  await storeTasks([givenTask({ account }), givenTask({ account }), givenTask()])
  const underWay: string[] = []
  let most = 0
  const { works } = givenWork(async (task): Promise<Outcome> => {
    underWay.push(String(task.account))
    most = Math.max(most, underWay.filter((one) => one === account.toHexString()).length)
    await new Promise((resolve) => setTimeout(resolve, 20))
    underWay.splice(underWay.indexOf(String(task.account)), 1)
    return 'done'
  })
  await runDueTasks(works, log)
  expect(most).toBe(1)
  expect(await TaskModel.countDocuments()).toBe(0)
})

test('a task that throws waits for its next try, and stops no other', async () => {
  const [broken, other] = [givenTask(), givenTask()]
  await storeTasks([broken, other])
  const { done, works } = givenWork((task) => {
    if (task._id === broken._id) throw new Error('broken')
    return 'done'
  })
  const before = Date.now()
  await runDueTasks(works, log)
  expect(done.toSorted()).toEqual([broken._id, other._id].toSorted())
  const task = await stored(broken)
  expect(task).toMatchObject({ tries: 1, lease: null })
  expect(task?.dueAt?.getTime()).toBeGreaterThanOrEqual(before + retryWaitsMs[0])
})

test('a task that fails again and again is given up after its last try', async () => {
  const task = givenTask()
  await storeTasks([task])
  const last: boolean[] = []
  const { works } = givenWork((one) => {
    last.push(isLastTry(one))
    return 'failed'
  })
  for (let tries = 0; tries <= retryWaitsMs.length; tries += 1) {
    await runDueTasks(works, log)
    await TaskModel.updateMany({}, { dueAt: new Date(0) })
  }
  expect(last).toEqual([...retryWaitsMs.map(() => false), true])
  expect(await stored(task)).toBeNull()
})

test('a task that is requested while it runs is due again', async () => {
  const task = givenTask()
  await storeTasks([task])
  let runs = 0
  const { works } = givenWork(async (): Promise<Outcome> => {
    runs += 1
    if (runs === 1) await storeTasks([task])
    return 'done'
  })
  await runDueTasks(works, log)
  expect(runs).toBe(2)
  expect(await stored(task)).toBeNull()
})

test('a task that waits for its next try stays so when it is requested, and is due when its webhook is reached', async () => {
  const webhook = newId()
  const task = givenTask({ webhook })
  await storeTasks([task])
  const { done, works } = givenWork(() => (done.length === 1 ? 'failed' : 'done'))
  await runDueTasks(works, log)
  await storeTasks([task])
  await runDueTasks(works, log)
  expect(done).toHaveLength(1)

  await hurryTasksOf(webhook)
  await runDueTasks(works, log)
  expect(done).toHaveLength(2)
})

test('a failed task is due at once if its webhook was reached during the try', async () => {
  const webhook = newId()
  const task = givenTask({ webhook })
  await storeTasks([task])
  const { done, works } = givenWork(async (): Promise<Outcome> => {
    if (done.length === 2) await hurryTasksOf(webhook)
    return done.length < 3 ? 'failed' : 'done'
  })
  await runDueTasks(works, log)
  await TaskModel.updateOne({ _id: task._id }, { dueAt: new Date(0) })

  await runDueTasks(works, log)

  expect(done).toHaveLength(3)
  expect(await stored(task)).toBeNull()
})

test('a task of a dead process is taken when its lease is over, and one that takes long keeps its lease', async () => {
  const task = givenTask()
  await storeTasks([task])
  expect(await takeTask(task._id, 'of a dead process', 60_000)).toMatchObject({ tries: 1 })
  expect(await takeTask(task._id, 'of another', 60_000)).toBeNull()
  await TaskModel.updateOne({ _id: task._id }, { dueAt: new Date(0) })

  let end = () => {}
  const until = new Promise<void>((resolve) => (end = resolve))
  const { done, works } = givenWork(async (): Promise<Outcome> => {
    await until
    return 'done'
  })
  const stops = [startTasks(works, log), startTasks(works, log)]
  const leaseEnd = async () => (await stored(task))?.dueAt?.getTime() ?? 0
  await vi.waitFor(() => expect(done).toHaveLength(1), 10_000)
  const first = await leaseEnd()
  await vi.waitFor(async () => expect(await leaseEnd()).toBeGreaterThan(first), 10_000)
  end()
  await Promise.all(stops.map((stop) => stop()))
  expect(done).toHaveLength(1)
  expect(await stored(task)).toBeNull()
})
