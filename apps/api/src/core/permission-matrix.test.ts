/** Every cell of the expected permission table: actors × endpoints × link permissions × states of the project, and every
 *  method that an address does not take. The table is `permission-table.ts` of the test bed, and knows nothing of `permit`. */
import type { Response } from 'supertest'
import mongoose from 'mongoose'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Action } from '@pinmark/shared/api/endpoint'
import { scopeOfAction } from '@pinmark/shared/api/scopes'
import type { Comment } from '@pinmark/shared/entities/comment'
import { calls, type Call } from '@pinmark/testbed/calls'
import {
  actors,
  callsWithSecret,
  isInScope,
  linkPassword,
  permissions,
  promisedStatus,
  rules,
  seenStates,
  states as allStates,
  statesByKey,
  type Actor,
  type Permission,
  type Rule,
} from '@pinmark/testbed/permission-table'
import { sampleBody } from '@pinmark/testbed/sample-bodies'
import { sharedTestApp } from '../../test/app-under-test'
import { givenDesigns, givenVersion, newPicture } from '../../test/given-design'
import {
  givenComment,
  givenGuest,
  givenProject,
  givenSettings,
  givenUnlocked,
  type GivenProject,
} from '../../test/given-project'
import { givenMember } from '../../test/given-member'
import { accountActor, stranger as visitor } from '../../test/given-record'
import { givenUser, type GivenUser } from '../../test/given-user'
import { permit } from './permit'

const states = allStates.filter((state) => state !== 'unknown')
type State = (typeof states)[number]
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
type Method = (typeof methods)[number] | 'head'

const app = sharedTestApp()
let designer: GivenUser
let stranger: GivenUser
let colleague: GivenUser
let tokens: Record<'read' | 'comment' | 'manage' | 'expired' | 'revoked', Record<string, string>>
const author = givenGuest()

beforeAll(async () => {
  ;[designer, stranger, colleague] = await Promise.all([
    givenUser(app.api),
    givenUser(app.api, { name: 'Ines Falk' }),
    givenUser(app.api, { name: 'Jonas Weber' }),
  ])
  tokens = await givenTokens(designer)
})

const headersOf: Record<Actor, () => Record<string, string>> = {
  owner: () => designer.auth,
  member: () => colleague.auth,
  'other account': () => stranger.auth,
  guest: () => ({}),
  author: () => author,
  'ended login': () => ({ Authorization: 'Bearer not.a.token' }),
  'read token': () => tokens.read,
  'comment token': () => tokens.comment,
  'manage token': () => tokens.manage,
  'expired token': () => tokens.expired,
  'revoked token': () => tokens.revoked,
}

/** API tokens of an account: one of each scope, one past its end, one that is revoked. */
async function givenTokens({ auth, password }: GivenUser): Promise<typeof tokens> {
  const make = async (scope: string) => {
    const { status, body } = await app.api
      .post('/users/me/tokens')
      .set(auth)
      .send({ name: scope, scope, password })
    expect(status).toBe(201)
    return { id: String(body._id), headers: { Authorization: `Bearer ${body.token}` } }
  }
  const [read, comment, manage, revoked, expired] = [
    await make('read'),
    await make('comment'),
    await make('manage'),
    await make('manage'),
    await make('manage'),
  ]
  await app.api.delete(`/users/me/tokens/${revoked.id}`).set(auth).expect(204)
  // The API does not accept an end in the past.
  const stored = mongoose.connection.collection<{ _id: string }>('apiTokens')
  const ended = { $set: { endsAt: new Date(Date.now() - 1_000) } }
  expect((await stored.updateOne({ _id: expired.id }, ended)).modifiedCount).toBe(1)
  return {
    ...{ read: read.headers, comment: comment.headers, manage: manage.headers },
    ...{ expired: expired.headers, revoked: revoked.headers },
  }
}

interface Row {
  call: Call
  rule: Rule
  /** The author of the comment that the call is about. */
  writtenBy: 'author' | 'owner' | 'other account'
  /** The receiver of the image address. The address decides, not the sender. */
  picture?: 'guest' | 'owner' | 'member'
}

/** Undoes a success. */
const repairs: Partial<Record<Call['name'], (testProject: TestProject, row: Row) => Promise<unknown>>> = {
  makeNewLink: usePresentLink,
  restoreProject: ({ state, project }) =>
    state === 'deleted' ? app.api.delete(`/projects/${project._id}`).set(designer.auth) : Promise.resolve(),
  deleteProject: ({ project }) => app.api.post(`/projects/${project._id}/restore`).set(designer.auth),
  deleteDesign: restoreSame,
  removeVersion: restoreSame,
  deleteComment: (testProject, row) =>
    app.api.patch(pathOf(row, testProject)).set(designer.auth).send({ deleted: false }),
}

function restoreSame(testProject: TestProject, row: Row) {
  return app.api.post(`${pathOf(row, testProject)}/restore`).set(designer.auth)
}

const allRows: Row[] = calls.flatMap((call) =>
  rules[call.name].flatMap((rule): Row[] => {
    const row = { call, rule, writtenBy: 'author' } as const
    if (rule.to === 'picture')
      return [
        { ...row, picture: 'guest' },
        { ...row, picture: 'owner' },
        { ...row, picture: 'member' },
      ]
    if (rule.to !== 'link') return []
    // A comment on an older version, which can be placed.
    if (call.name === 'placeComment') return [{ ...row, rule: { ...rule, status: 200 } }]
    return rule.authorOnly
      ? (['author', 'owner', 'other account'] as const).map((writtenBy) => ({ ...row, writtenBy }))
      : [row]
  }),
)

/** Uploads come last: after them the newest version is another one. */
const rows = allRows.toSorted((one, other) => Number(one.call.takesForm) - Number(other.call.takesForm))

function pathOf({ call, writtenBy, picture = 'guest' }: Row, testProject: TestProject): string {
  const comment = call.name === 'placeComment' ? testProject.carried : testProject.comments[writtenBy]
  const ids: Record<string, string> = {
    projectId: testProject.id,
    commentId: comment._id,
    designId: testProject.design,
    versionId: testProject.version,
    imageId: testProject.pictures[picture],
    rendition: 'view',
    tokenId: unknownId,
    memberId: unknownId,
    invitationId: unknownId,
  }
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
  return call.name === 'openProject' ? `${path}?image=none` : path
}

const unknownId = 'A'.repeat(22)
const unknownToken = `${unknownId}.${'A'.repeat(43)}`

/** By GET the stream would not end. */
const methodOf = ({ call }: Row) => (call.isStream ? 'head' : agentMethods[call.method])
const agentMethods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const

function expectedStatus(row: Row, actor: Actor, permission: Permission, state: State): number {
  const { call, rule, writtenBy, picture } = row
  return promisedStatus({ name: call.name, rule, actor: picture ?? actor, permission, state, writtenBy })
}

/** A project in one state, with three comments from before it got there. */
interface TestProject {
  state: State
  project: GivenProject
  /** The ids for the addresses of this call. */
  id: string
  comments: Record<Row['writtenBy'], Comment>
  /** By the author, on the first version of the second design. */
  carried: Comment
  /** The second design, and the second version of it. */
  design: string
  version: string
  /** The address that the link gave out, and those of the owner and the member. */
  pictures: { guest: string; owner: string; member: string }
  /** The headers that everyone sends to this project. */
  headers: Record<string, string>
}

async function givenTestProject(permission: Permission, state: State): Promise<TestProject> {
  const project = await givenProject(app.api, { owner: designer, linkPermission: 'comment' })
  const id = project._id
  await givenMember(app.api, project, colleague)
  const [second] = await givenDesigns(app.api, project, ['Second'])
  const design = second?._id ?? ''
  const carried = await givenComment(app.api, id, { design }, author)
  const version = (await givenVersion(app.api, project, { design }))._id
  const comments = {
    author: await givenComment(app.api, id, {}, author),
    owner: await givenComment(app.api, id, {}, designer.auth),
    'other account': await givenComment(app.api, id, {}, stranger.auth),
  }
  const pictures = {
    guest: await pictureOfLink(id, {}),
    owner: project.thumbnail,
    member: await pictureOfLink(id, colleague.auth),
  }
  const isSeen = (picture: string, status: number) => app.api.get(`/images/${picture}/view`).expect(status)
  // The server remembers these images before the state changes.
  await Promise.all(Object.values(pictures).map((picture) => isSeen(picture, 200)))
  await givenSettings(app.api, project, {
    permission,
    closed: state === 'closed',
  })
  if (state === 'round closed')
    await app.api.patch(`/projects/${id}/round`).set(designer.auth).send({ closed: true }).expect(200)
  if (state === 'expired') await endLink(project, 'endsAt')
  if (state === 'ended to looking') await endLink(project, 'viewOnlyAt')
  const headers = await lockLink(project, state)
  if (state === 'unlocked') pictures.guest = await pictureOfLink(id, headers)
  if (state === 'deleted') await app.api.delete(`/projects/${id}`).set(designer.auth)
  if (state === 'old link') await app.api.post(`/projects/${id}/link`).set(designer.auth)
  // The change stream reports it a moment later.
  await vi.waitFor(() => isSeen(pictures.guest, seenStates.has(state) ? 200 : 404), 10_000)
  if (state === 'deleted')
    await vi.waitFor(() => Promise.all([isSeen(pictures.owner, 404), isSeen(pictures.member, 404)]), 10_000)
  return { state, project, id, design, version, carried, comments, pictures, headers }
}

async function pictureOfLink(linkId: string, headers: Record<string, string>): Promise<string> {
  const { body } = await app.api.get(`/projects/${linkId}?image=none`).set(headers)
  return body.designs[0].versions[0].image._id
}

/** The API does not accept an end in the past. */
async function endLink({ _id }: GivenProject, end: 'endsAt' | 'viewOnlyAt'): Promise<void> {
  const ended = { $set: { [`link.${end}`]: new Date(Date.now() - 1_000) } }
  await mongoose.connection.collection('projects').updateOne({ publicId: _id }, ended)
}

/** Gives the link a password if the state has one, and enters it.
 *  @returns the headers that everyone sends in this state */
async function lockLink(project: GivenProject, state: State): Promise<Record<string, string>> {
  if (!hasPassword(state)) return {}
  await givenSettings(app.api, project, { password: linkPassword })
  if (state === 'locked') return {}
  const headers = await givenUnlocked(app.api, project._id, linkPassword)
  if (state === 'stale') await givenSettings(app.api, project, { password: linkPassword })
  return headers
}

const hasPassword = (state: State) => ['locked', 'unlocked', 'stale'].includes(state)

/** The next cells of an open project come by the link that has just been made. */
async function usePresentLink(testProject: TestProject): Promise<void> {
  const { state } = testProject
  if (!seenStates.has(state) && !hasPassword(state)) return
  const { body } = await app.api.get(`/projects/${testProject.project._id}?image=none`).set(designer.auth)
  testProject.id = body.link.id
  if (state === 'unlocked') testProject.headers = await givenUnlocked(app.api, testProject.id, linkPassword)
  if (state === 'locked' || state === 'stale') return
  testProject.pictures.guest = await pictureOfLink(testProject.id, testProject.headers)
}

/** Everything that a call could have changed, as the owner sees it. */
async function seenByOwner({ state, project }: TestProject): Promise<unknown> {
  const path =
    state === 'deleted' ? '/projects?image=none&state=deleted' : `/projects/${project._id}?image=none`
  const { body } = await app.api.get(path).set(designer.auth)
  // Left out: it changes with every change of the project.
  delete body.position
  return state === 'deleted' ? body.find(({ _id }: { _id: string }) => _id === project._id) : body
}

/** Does the work for every item, some at a time. With hundreds at once, a busy machine answers 503. */
async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const rest = items.entries()
  const takeNext = async () => {
    for (const [at, item] of rest) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: 16 }, takeNext))
  return results
}

const cells = (wanted: (row: Row, actor: Actor) => boolean) =>
  rows.flatMap((row) => actors.filter((actor) => wanted(row, actor)).map((actor) => ({ row, actor })))

async function ask(
  method: Method,
  path: string,
  actor: Actor,
  { asked, headers }: { asked?: Asked; headers?: Record<string, string> } = {},
): Promise<Response> {
  const browser = asked && callsWithSecret.has(asked.call.name) ? givenGuest() : {}
  const request = app.api[method](path).set({ ...browser, ...headers, ...headersOf[actor]() })
  if (asked?.call.takesForm) return request.attach('image', await newPicture(), { filename: 'new.png' })
  return request.send(asked && (await bodyOf(asked)))
}

type Asked = Pick<Row, 'call' | 'rule'>
const bodyOf = async ({ call, rule }: Asked) => rule.body ?? (await sampleBody(call))

describe.each(permissions)('by a link for %s', (permission) => {
  describe.each(states)('to a project that is %s', (state) => {
    test('everyone gets the answer in the table, and a refusal changes nothing', async () => {
      const testProject = await givenTestProject(permission, state)
      const untouched = await seenByOwner(testProject)
      const isRefused = (row: Row, actor: Actor) => expectedStatus(row, actor, permission, state) >= 400

      const refusals = await inLanes(cells(isRefused), (cell) => answerOf(testProject, cell))
      expect(refusals.flat()).toEqual([])
      expect(await seenByOwner(testProject)).toEqual(untouched)

      for (const cell of cells((row, actor) => !isRefused(row, actor))) {
        expect(await answerOf(testProject, cell)).toEqual([])
        await repairs[cell.row.call.name]?.(testProject, cell.row)
      }
    }, 120_000)

    async function answerOf(
      testProject: TestProject,
      { row, actor }: { row: Row; actor: Actor },
    ): Promise<string[]> {
      const { status, headers } = await ask(methodOf(row), pathOf(row, testProject), actor, {
        asked: row,
        headers: testProject.headers,
      })
      const expected = expectedStatus(row, actor, permission, state)
      const asksForToken = headers['www-authenticate'] === 'Bearer'
      const isRight = status === expected && asksForToken === (status === 401)
      return isRight
        ? []
        : [`${row.call.key} ${JSON.stringify(row)} by ${actor}: ${status} instead of ${expected}`]
    }
  })
})

describe.each(states)('to a project that is %s', (state) => {
  test('an unsupported method gets 405 for everyone', async () => {
    const testProject = await givenTestProject('comment', state)
    const taken = rows.map((row) => ({
      path: pathOf(row, testProject).replace(/\?.*/, ''),
      method: agentMethods[row.call.method],
    }))
    const isTaken = (path: string, method: Method) =>
      taken.some((address) => address.path === path && address.method === method)
    const wrong = [...new Set(taken.map(({ path }) => path))].flatMap((path) =>
      methods.filter((method) => !isTaken(path, method)).map((method) => ({ path, method })),
    )

    // The method is checked before the sender is identified, so one kind of token is enough.
    const senders = actors.filter((actor) => !actor.endsWith(' token'))
    const asked = wrong.flatMap((address) => senders.map((actor) => ({ ...address, actor })))
    const answers = await inLanes(asked, async ({ path, method, actor }) => {
      const { status, headers } = await ask(method, path, actor)
      return status === 405 && headers['allow'] !== undefined
        ? []
        : [`${method} ${path} by ${actor}: ${status}`]
    })
    expect(answers.length).toBeGreaterThan(100)
    expect(answers.flat()).toEqual([])
  })
})

/** Calls about an account contain no id, so they can only concern the sender's own account. */
const accountCalls = calls.flatMap((call) =>
  rules[call.name].filter(({ to }) => to === 'account').map((rule) => ({ call, rule, name: call.key })),
)

describe.each(accountCalls)('$name, of an account', ({ call, rule }) => {
  const path = `${call.path.replace('{tokenId}', unknownId).replace('{joinToken}', unknownToken)}${call.name === 'listProjects' ? '?image=none' : ''}`

  test('is allowed for every account', async () => {
    const { auth } = await givenUser(app.api)
    const request = app.api[agentMethods[call.method]](path).set(auth)
    expect((await request.send(await bodyOf({ call, rule }))).status).toBe(rule.status ?? 200)
  })

  test.each(['read token', 'comment token', 'manage token'] as const)(
    'is allowed for a %s only within its scope',
    async (actor) => {
      const { status } = await ask(agentMethods[call.method], path, actor, { asked: { call, rule } })
      expect(status).toBe(isInScope(call.name, actor) ? (rule.status ?? 200) : 403)
    },
  )

  test.each(['guest', 'author', 'ended login', 'expired token', 'revoked token'] as const)(
    'is refused for a %s, with a request to log in',
    async (actor) => {
      const answer = await ask(agentMethods[call.method], path, actor, { asked: { call, rule } })
      expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
      const code = answer.headers['x-error-code'] ?? answer.body.code
      expect(code).toMatch(
        actor === 'guest' || actor === 'author' ? /^sign_in_(required|to_create)$/ : /^session_ended$/,
      )
    },
  )
})

test('every key of a filter of `permit` has its states in the table', () => {
  const account = accountActor(new mongoose.Types.ObjectId())
  const senders = [visitor, { ...visitor, lock: 'any' }, account]
  const filters = senders.flatMap((sender) =>
    Object.keys(scopeOfAction)
      .filter((name): name is Action => name in scopeOfAction)
      .map((action) => permit(sender, unknownId, action)),
  )
  expect([...new Set(filters.flatMap(keysOf))].toSorted()).toEqual(Object.keys(statesByKey).toSorted())
})

/** The fields that a filter names, also inside `$or`. */
function keysOf(filter: object): string[] {
  return Object.entries(filter).flatMap(([key, value]) =>
    key.startsWith('$') && Array.isArray(value) ? value.flatMap(keysOf) : [key],
  )
}

test('the table has more than 1,500 cells, without those of wrong methods', () => {
  expect(cells(() => true).length * permissions.length * states.length).toBeGreaterThan(1_500)
})
