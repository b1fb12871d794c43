import { allEndpoints } from '@pinmark/shared/api/all-endpoints'
import type { Endpoint } from '@pinmark/shared/api/endpoint'
import mongoose from 'mongoose'
import { beforeAll, expect, test } from 'vitest'
import { sweep, sweepAccounts } from '../../src/ops/background-work'
import { everyRoute } from '../every-route'
import { flawsOf } from '../explain'
import { recordCommands, type CommandRecorder, type SentCommand } from '../recorded-commands'
import { sharedRoutesApp } from '../routes-app'

let recorder: CommandRecorder
beforeAll(async () => void (recorder = await recordCommands()))
const app = sharedRoutesApp()

/** The flaws of each plan by name, and the number of plans. */
async function judge(what: string, sent: SentCommand[]) {
  const found: string[] = []
  let plans = 0
  for (const command of sent) {
    const flaws = await flawsOf(command)
    if (flaws) plans += 1
    for (const flaw of flaws ?? []) found.push(`${what}: ${command.name} ${command.collection} ${flaw}`)
  }
  return { found, plans }
}

/** These answer without the database. */
const withoutDatabase = ['readInstance', 'checkHealth', 'readApiDocument', 'readApiPage']

test('every query of every route uses an index, also for its order', async () => {
  const calls = await everyRoute(app)
  const called = new Set(calls.map(({ endpoint }) => endpoint))
  const endpoints: [string, Endpoint][] = Object.entries(allEndpoints)
  const uncalled = endpoints.filter(([, endpoint]) => !called.has(endpoint)).map(([name]) => name)
  expect(uncalled.toSorted(), 'endpoints that are not called').toEqual(withoutDatabase.toSorted())

  const found: string[] = []
  let plans = 0
  for (const { name, send } of calls) {
    const judged = await judge(name, await recorder.during(send))
    found.push(...judged.found)
    plans += judged.plans
  }

  expect(found).toEqual([])
  expect(plans, 'plans that were looked at').toBeGreaterThan(100)
}, 180_000)

test('the queries of background jobs use an index too', async () => {
  const sent = await recorder.during(async () => {
    await sweep()
    await sweepAccounts()
  })

  const { found, plans } = await judge('sweep', sent)

  expect(found).toEqual([])
  expect(plans).toBeGreaterThan(2)
})

test('a query or a sort without an index is detected', async () => {
  const users = mongoose.connection.collection('users')
  const sent = await recorder.during(async () => {
    await users.find({ name: 'Mara Hald' }).toArray()
    await users.updateMany({ name: 'Nobody at all' }, { $set: { name: 'Nobody' } })
    await users.aggregate([{ $match: { email: 'mara@studio.test' } }, { $sort: { createdAt: 1 } }]).toArray()
  })

  const { found } = await judge('control', sent)

  expect(found).toEqual([
    'control: find users scans the collection',
    'control: update users scans the collection',
    'control: aggregate users sorts in memory',
  ])
})
