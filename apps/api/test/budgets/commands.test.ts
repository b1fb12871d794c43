import { beforeAll, expect, test, vi } from 'vitest'
import { ImageKeys } from '../../src/images/image-keys'
import { openProject } from '../../src/projects/open-project.service'
import { everyRoute } from '../every-route'
import { givenComment, givenProject } from '../given-project'
import { recordCommands, type CommandRecorder, type SentCommand } from '../recorded-commands'
import { sharedRoutesApp } from '../routes-app'
import { commandBudget } from './command-budget'

/** Written in batches or periodically, so their number depends on the time. */
const besides = new Set(['rateWindows', 'presences'])

let recorder: CommandRecorder
beforeAll(async () => void (recorder = await recordCommands()))
const app = sharedRoutesApp()

test('every call sends exactly the database commands of its budget', async () => {
  const sent: Record<string, string> = {}
  for (const { name, send } of await everyRoute(app)) {
    const commands = async () => tally(await recorder.during(send))
    // A change clears the caches of the process, and events of earlier changes may still arrive.
    sent[name] = name.endsWith(' again')
      ? await vi.waitFor(() => expectNone(commands()), 10_000)
      : await commands()
  }

  expect(sent).toEqual(commandBudget)
}, 180_000)

async function expectNone(commands: Promise<string>): Promise<string> {
  expect(await commands).toBe('')
  return ''
}

test('concurrent strangers share the reads of a project', async () => {
  const { _id, owner } = await givenProject(app.api)
  await givenComment(app.api, _id)
  // The first reader after a change counts the comments.
  await app.api.get('/projects').set(owner.auth)
  const actor = { user: null, token: 'none', guestHash: null, lock: null, network: '192.0.2.0' } as const
  const imageKeys = new ImageKeys(app.config)
  const open = () =>
    openProject({ actor, projectId: _id, query: { image: 'none' }, imageKeys, hasMail: false })

  const sent = await recorder.during(() => Promise.all(Array.from({ length: 20 }, open)))
  // The project, its designs and comments for the first of them, and the project once for all later ones.
  expect(tally(sent)).toBe('2 × find comments, 3 × find projects')
})

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
