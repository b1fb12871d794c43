import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app-under-test'
import { everyRoute } from '../every-route'
import { recordCommands, type CommandRecorder, type SentCommand } from '../recorded-commands'
import { commandBudget } from './command-budget'

/** Counted in batches beside the requests, or written from time to time: their number depends on the moment. */
const besides = new Set(['rateWindows', 'presences'])

let recorder: CommandRecorder
let app: TestApp

beforeAll(async () => {
  recorder = await recordCommands()
  app = await startTestApp()
})
afterAll(() => app.stop())

test('every call sends the database exactly the commands of its budget', async () => {
  const sent: Record<string, string> = {}
  for (const { name, send } of await everyRoute(app)) sent[name] = tally(await recorder.during(send))

  expect(sent).toEqual(commandBudget)
}, 180_000)

/** `2 × find comments, find projects`: by name and collection, in alphabetical order. */
function tally(sent: SentCommand[]): string {
  const counts = new Map<string, number>()
  for (const { name, collection } of sent) {
    if (besides.has(collection)) continue
    const key = `${name} ${collection}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts]
    .map(([key, count]) => (count === 1 ? key : `${count} × ${key}`))
    .toSorted()
    .join(', ')
}
