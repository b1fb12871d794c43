import { afterEach, expect, test } from 'vitest'
import type { LiveEvent } from '@pinmark/shared/events'
import { sharedTestApp, type TestApp } from '../../test/app-under-test'
import { readEvents, type EventReader } from '../../test/event-reader'
import { givenComment, givenGuest, givenProject, givenReply } from '../../test/given-project'
import { givenUser } from '../../test/given-user'

const [here, there] = [sharedTestApp(), sharedTestApp()]
const open: EventReader[] = []
afterEach(() => {
  for (const reader of open.splice(0)) reader.close()
})

async function come(
  app: TestApp,
  projectId: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const reader = await readEvents(app, projectId, headers)
  open.push(reader)
  return reader
}
const named = (name: string) => ({ 'X-Viewer-Name': encodeURIComponent(name) })
const others = (...names: (string | null)[]) => {
  const wanted = new Set(names)
  return (event: LiveEvent) =>
    event.type === 'presence' &&
    event.viewers.length === wanted.size &&
    event.viewers.every(({ name }) => wanted.has(name))
}

test('every page sees the other visitors, in every process, and when they leave', async () => {
  const project = await givenProject(here.api)
  const ana = await come(here, project._id, { ...givenGuest(), ...named('Ana Ruiz') })
  await ana.next(others())
  const zoe = await come(there, project._id, { ...givenGuest(), ...named('Zoë 李') })
  const owner = await come(there, project._id, project.owner.auth)

  await ana.next(others('Mara Hald', 'Zoë 李'))
  await zoe.next(others('Ana Ruiz', 'Mara Hald'))
  const seenByOwner = await owner.next(others('Ana Ruiz', 'Zoë 李'))
  expect(seenByOwner).toMatchObject({ count: 2, viewers: [{ isOwner: false }, { isOwner: false }] })

  zoe.close()
  await ana.next(others('Mara Hald'))
})

test('several pages of one visitor count as one, and are not shown to that visitor', async () => {
  const project = await givenProject(here.api)
  const browser = givenGuest()
  const first = await come(here, project._id, browser)
  await come(there, project._id, { ...browser, ...named('Ana Ruiz') })
  const guest = await come(here, project._id)

  expect(await guest.next(others('Ana Ruiz'))).toMatchObject({ count: 1 })
  await first.next(others(null))
})

test.each([
  ['the name of the designer', encodeURIComponent('MARA hald')],
  ['a name that looks like the designer’s', encodeURIComponent('Μara Hald')],
  ['a name that claims a role', encodeURIComponent('Designer: Ana')],
  ['a disguised name', encodeURIComponent('Ana\u202e')],
  ['a blank name', '%20'],
  ['a broken encoding', '%E0%A4%A'],
  ['a name too long', 'x'.repeat(61)],
])('%s is not shown as a name here', async (_what, header) => {
  const project = await givenProject(here.api)
  const reader = await come(here, project._id)
  await come(there, project._id, { 'X-Viewer-Name': header })
  const event = await reader.next((heard) => heard.type === 'presence' && heard.count === 1)
  expect(event).toMatchObject({ viewers: [{ name: null }] })
})

test('an account has no name in another project until it writes there, and then the name it wrote under', async () => {
  const project = await givenProject(here.api)
  const stranger = await givenUser(here.api, { name: 'Ben Okoro' })
  const owner = await come(here, project._id, project.owner.auth)
  await come(there, project._id, { ...stranger.auth, ...named('Ben Okoro') })
  const unnamed = await owner.next((event) => event.type === 'presence' && event.count === 1)
  expect(unnamed).toMatchObject({ viewers: [{ name: null, isOwner: false }] })

  await givenComment(here.api, project._id, { commenter: 'Ben' }, stranger.auth)

  expect(await owner.next(others('Ben'))).toMatchObject({ count: 1 })
})

test('a returning account is shown under the name that it wrote under', async () => {
  const [project, other] = await Promise.all([givenProject(here.api), givenProject(here.api)])
  const stranger = await givenUser(here.api, { name: 'Ben Okoro' })
  const thread = await givenComment(here.api, project._id)
  await givenReply(here.api, project._id, thread._id, { commenter: 'Ben' }, stranger.auth)
  await givenComment(here.api, other._id, { commenter: 'Somebody else' }, stranger.auth)
  const owner = await come(here, project._id, project.owner.auth)

  await come(there, project._id, stranger.auth)

  expect(await owner.next(others('Ben'))).toMatchObject({ count: 1 })
})

test('presence contains no secret, hash or account id', async () => {
  const project = await givenProject(here.api)
  const reader = await come(here, project._id)
  await come(there, project._id, project.owner.auth)
  const event = await reader.next(others('Mara Hald'))
  expect(event).toEqual({ type: 'presence', count: 1, viewers: [{ name: 'Mara Hald', isOwner: true }] })
})

test('many visitors are counted, and announced in one list', async () => {
  const project = await givenProject(here.api)
  const readers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      come(index % 2 === 0 ? here : there, project._id, named(`Guest ${index}`)),
    ),
  )
  const event = await readers[0]?.next((heard) => heard.type === 'presence' && heard.count === 39)
  expect(event?.type === 'presence' && event.viewers.length).toBe(30)
})
