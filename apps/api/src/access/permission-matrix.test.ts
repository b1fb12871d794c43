/** Who may do what, every cell of it: actors × routes × link permissions × states of the project, and every method an
 *  address does not take. The expectation is written down here once more, by hand, and knows nothing of `permit`. */
import type { Response } from 'supertest'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Comment } from '@pinmark/shared/entities/comment'
import { startTestApp, type TestApp } from '../../test/app-under-test'
import { givenDesigns, givenVersion, newPicture } from '../../test/given-design'
import {
  givenComment,
  givenGuest,
  givenProject,
  givenSettings,
  type GivenProject,
} from '../../test/given-project'
import { givenUser, type GivenUser } from '../../test/given-user'

const permissions = ['view', 'comment', 'manage'] as const
const states = ['open', 'closed', 'expired', 'deleted', 'link replaced'] as const
const actors = ['owner', 'other account', 'guest', 'author', 'ended login'] as const
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
type Permission = (typeof permissions)[number]
type State = (typeof states)[number]
type Actor = (typeof actors)[number]
type Method = (typeof methods)[number] | 'head'

let app: TestApp
let designer: GivenUser
let stranger: GivenUser
const author = givenGuest()

beforeAll(async () => {
  app = await startTestApp()
  ;[designer, stranger] = await Promise.all([givenUser(app.api), givenUser(app.api, { name: 'Ines Falk' })])
})
afterAll(() => app.stop())

const headersOf: Record<Actor, () => Record<string, string>> = {
  owner: () => designer.auth,
  'other account': () => stranger.auth,
  guest: () => ({}),
  author: () => author,
  'ended login': () => ({ Authorization: 'Bearer not.a.token' }),
}

interface Row {
  route: string
  method: Method
  path: (place: Place) => string
  body?: object
  /** Sends a form with a new picture instead of a body. */
  isUpload?: true
  status?: 200 | 201
  /** Link permissions under which this actor, who is not the owner, gets what he asks for. */
  openTo: (actor: Actor) => readonly Permission[]
  /** A visitor without a token is asked to log in, where others are told that it is not for them. */
  asksForLogin?: true
  /** An image address is a capability: who has it is not asked, but what gave it out must still hold. */
  picture?: 'of the link' | 'of the owner'
  /** Not even the owner: these are somebody else's words. */
  ownerMayNot?: true
  /** Takes back what a success has changed. */
  repair?: (place: Place) => Promise<void>
}

const everyLink = () => permissions
const nobody = () => []
const manageLink = () => ['manage'] as const
const talkingLink = () => ['comment', 'manage'] as const
const only = (who: Actor) => (actor: Actor) => (actor === who ? talkingLink() : [])
const words = { commenter: 'Ana Ruiz', text: 'The same in every cell.' }
const pathOf = (tail: string) => (place: Place) => `/projects/${place.id}${tail}`
const ofDesign = (tail: string) => (place: Place) => `/projects/${place.id}/designs/${place.design}${tail}`
const ofVersion = (tail: string) => (place: Place) => ofDesign(`/versions/${place.newest}${tail}`)(place)
const ofComment = (place: Place, which: 'byAuthor' | 'byOwner' | 'byStranger', tail = '') =>
  `/projects/${place.id}/comments/${place[which]._id}${tail}`

const rows: Row[] = [
  { route: 'open', method: 'get', path: pathOf('?image=none'), openTo: everyLink },
  // By GET the stream would not end.
  { route: 'follow', method: 'head', path: pathOf('/events'), openTo: everyLink },
  { route: 'visit', method: 'post', path: pathOf('/visit'), body: { number: 0 }, openTo: everyLink },
  {
    route: 'picture by the address the link gave out',
    method: 'get',
    path: (place) => place.linkPicture,
    openTo: everyLink,
    picture: 'of the link',
  },
  {
    route: 'picture by the address the owner has',
    method: 'get',
    path: (place) => place.ownPicture,
    openTo: everyLink,
    picture: 'of the owner',
  },
  { route: 'original', method: 'get', path: (place) => place.original, openTo: nobody },
  { route: 'settings', method: 'patch', path: pathOf('/settings'), body: { paused: false }, openTo: nobody },
  { route: 'new link', method: 'post', path: pathOf('/link'), openTo: nobody, repair: usePresentLink },
  {
    route: 'rename',
    method: 'put',
    path: pathOf(''),
    body: { name: 'Same' },
    openTo: manageLink,
    asksForLogin: true,
  },
  {
    route: 'describe',
    method: 'put',
    path: pathOf(''),
    body: { description: '' },
    openTo: manageLink,
    asksForLogin: true,
  },
  { route: 'restore', method: 'post', path: pathOf('/restore'), openTo: nobody, repair: deleteIfDeleted },
  {
    route: 'delete',
    method: 'delete',
    path: pathOf(''),
    openTo: manageLink,
    asksForLogin: true,
    repair: restore,
  },
  {
    route: 'comment',
    method: 'post',
    path: (place) => `/comment/add/${place.id}`,
    body: { ...words, x: 1, y: 2 },
    status: 201,
    openTo: talkingLink,
  },
  {
    route: 'reply',
    method: 'post',
    path: (place) => ofComment(place, 'byAuthor', '/replies'),
    body: words,
    status: 201,
    openTo: talkingLink,
  },
  { route: 'trash', method: 'get', path: pathOf('/trash'), openTo: nobody },
  {
    route: 'rename design',
    method: 'patch',
    path: ofDesign(''),
    body: { title: 'Same', position: 2 },
    openTo: nobody,
  },
  {
    route: 'delete design',
    method: 'delete',
    path: ofDesign(''),
    openTo: nobody,
    repair: restoreFrom(ofDesign('/restore')),
  },
  { route: 'restore design', method: 'post', path: ofDesign('/restore'), openTo: nobody },
  {
    route: 'remove version',
    method: 'delete',
    path: ofVersion(''),
    openTo: nobody,
    repair: restoreFrom(ofVersion('/restore')),
  },
  { route: 'restore version', method: 'post', path: ofVersion('/restore'), openTo: nobody },
  ...(['byAuthor', 'byOwner', 'byStranger'] as const).flatMap((which): Row[] => {
    const mine = only(({ byAuthor: 'author', byOwner: 'owner', byStranger: 'other account' } as const)[which])
    const path = (place: Place) => ofComment(place, which)
    const foreign = which === 'byOwner' ? {} : ({ ownerMayNot: true } as const)
    const resolvers = (actor: Actor) => (mine(actor).length > 0 ? talkingLink() : manageLink())
    return [
      { route: `edit ${which}`, method: 'patch', path, body: { text: words.text }, openTo: mine, ...foreign },
      { route: `move ${which}`, method: 'patch', path, body: { x: 3, y: 4 }, openTo: mine, ...foreign },
      { route: `resolve ${which}`, method: 'patch', path, body: { resolved: true }, openTo: resolvers },
      { route: `reopen ${which}`, method: 'patch', path, body: { resolved: false }, openTo: resolvers },
      {
        route: `delete ${which}`,
        method: 'delete',
        path,
        openTo: mine,
        repair: bringBack(path),
      },
    ]
  }),
  {
    route: 'place a carried comment',
    method: 'put',
    path: (place) => `/projects/${place.id}/comments/${place.onOldVersion._id}/place`,
    body: { x: 3, y: 4 },
    openTo: only('author'),
  },
  // Last: what was the newest version is not any more.
  {
    route: 'add version',
    method: 'post',
    path: ofDesign('/versions'),
    isUpload: true,
    status: 201,
    openTo: nobody,
  },
  {
    route: 'add designs',
    method: 'post',
    path: pathOf('/designs'),
    isUpload: true,
    status: 201,
    openTo: nobody,
  },
]

function expectedStatus(row: Row, actor: Actor, permission: Permission, state: State): number {
  if (row.picture === 'of the link') return state === 'open' ? 200 : 404
  if (row.picture === 'of the owner') return state === 'deleted' ? 404 : 200
  if (actor === 'owner') {
    if (state === 'deleted' && row.route !== 'restore') return 404
    return row.ownerMayNot ? 403 : (row.status ?? 200)
  }
  if (state !== 'open') return 404
  if (row.openTo(actor).includes(permission)) return row.status ?? 200
  if (actor === 'ended login') return 401
  return row.asksForLogin && actor !== 'other account' ? 401 : 403
}

/** A project in one state, with three comments from before it got there. */
interface Place {
  state: State
  project: GivenProject
  /** What stands in the addresses of this place. */
  id: string
  byAuthor: Comment
  byOwner: Comment
  byStranger: Comment
  /** The second design, and the second version of it. */
  design: string
  newest: string
  /** By the author. */
  onOldVersion: Comment
  original: string
  linkPicture: string
  ownPicture: string
}

async function givenPlace(permission: Permission, state: State): Promise<Place> {
  const project = await givenProject(app.api, { owner: designer, linkPermission: 'comment' })
  const id = project._id
  const [second] = await givenDesigns(app.api, project, ['Second'])
  const design = second?._id ?? ''
  const onOldVersion = await givenComment(app.api, id, { design }, author)
  const newest = (await givenVersion(app.api, project, { design }))._id
  const byAuthor = await givenComment(app.api, id, {}, author)
  const byOwner = await givenComment(app.api, id, {}, designer.auth)
  const byStranger = await givenComment(app.api, id, {}, stranger.auth)
  const original = `/projects/${id}/designs/${byAuthor.design}/versions/${byAuthor.version}/original`
  const { body: shared } = await app.api.get(`/projects/${id}?image=none`)
  const linkPicture = `/images/${shared.designs[0].versions[0].image._id}/view`
  const ownPicture = `/images/${project.thumbnail}/view`
  // As the server remembers them, before the state changes.
  for (const path of [linkPicture, ownPicture]) await app.api.get(path).expect(200)
  await givenSettings(app.api, project, { permission, closed: state === 'closed' })
  if (state === 'expired') await endLink(project)
  if (state === 'deleted') await app.api.delete(`/projects/${id}`).set(designer.auth)
  if (state === 'link replaced') await app.api.post(`/projects/${id}/link`).set(designer.auth)
  // The change stream tells of it a moment later.
  if (state !== 'open') await vi.waitFor(() => app.api.get(linkPicture).expect(404), 10_000)
  if (state === 'deleted') await vi.waitFor(() => app.api.get(ownPicture).expect(404), 10_000)
  return {
    state,
    project,
    id,
    design,
    newest,
    onOldVersion,
    byAuthor,
    byOwner,
    byStranger,
    original,
    linkPicture,
    ownPicture,
  }
}

/** No call of the API sets an end yet. */
async function endLink({ _id }: GivenProject): Promise<void> {
  const ended = { $set: { 'link.endsAt': new Date(Date.now() - 1_000) } }
  await mongoose.connection.collection('projects').updateOne({ publicId: _id }, ended)
}

function bringBack(path: Row['path']) {
  return async (place: Place): Promise<void> => {
    await app.api.patch(path(place)).set(designer.auth).send({ deleted: false })
  }
}

function restoreFrom(path: Row['path']) {
  return async (place: Place): Promise<void> => {
    await app.api.post(path(place)).set(designer.auth)
  }
}

async function restore({ project }: Place): Promise<void> {
  await app.api.post(`/projects/${project._id}/restore`).set(designer.auth)
}

async function deleteIfDeleted({ state, project }: Place): Promise<void> {
  if (state === 'deleted') await app.api.delete(`/projects/${project._id}`).set(designer.auth)
}

/** The next cells of an open project come by the link that has just been made. */
async function usePresentLink(place: Place): Promise<void> {
  if (place.state !== 'open') return
  const { body } = await app.api.get(`/projects/${place.project._id}?image=none`).set(designer.auth)
  place.original = place.original.replace(place.id, body.link.id)
  const { body: shared } = await app.api.get(`/projects/${body.link.id}?image=none`)
  place.linkPicture = `/images/${shared.designs[0].versions[0].image._id}/view`
  place.id = body.link.id
}

/** All that could have changed, as the owner sees it. */
async function look({ state, project }: Place): Promise<unknown> {
  const path =
    state === 'deleted' ? '/projects?image=none&state=deleted' : `/projects/${project._id}?image=none`
  const { body } = await app.api.get(path).set(designer.auth)
  // How far the process has heard of changes, of any project.
  delete body.position
  return state === 'deleted' ? body.find(({ _id }: { _id: string }) => _id === project._id) : body
}

const cells = (wanted: (row: Row, actor: Actor) => boolean) =>
  rows.flatMap((row) => actors.filter((actor) => wanted(row, actor)).map((actor) => ({ row, actor })))

async function ask(
  method: Method,
  path: string,
  actor: Actor,
  { body, isUpload }: Pick<Row, 'body' | 'isUpload'> = {},
): Promise<Response> {
  const request = app.api[method](path).set(headersOf[actor]())
  if (isUpload) return request.attach('image', await newPicture(), { filename: 'new.png' })
  return body ? request.send(body) : request
}

describe.each(permissions)('by a link for %s', (permission) => {
  describe.each(states)('to a project that is %s', (state) => {
    test('everyone gets what the table says, and a refusal leaves no trace', async () => {
      const place = await givenPlace(permission, state)
      const untouched = await look(place)
      const isRefused = (row: Row, actor: Actor) => expectedStatus(row, actor, permission, state) >= 400

      const refusals = await Promise.all(cells(isRefused).map((cell) => answerOf(place, cell)))
      expect(refusals.flat()).toEqual([])
      expect(await look(place)).toEqual(untouched)

      for (const cell of cells((row, actor) => !isRefused(row, actor))) {
        expect(await answerOf(place, cell)).toEqual([])
        await cell.row.repair?.(place)
      }
    })

    async function answerOf(place: Place, { row, actor }: { row: Row; actor: Actor }): Promise<string[]> {
      const { status, headers } = await ask(row.method, row.path(place), actor, row)
      const expected = expectedStatus(row, actor, permission, state)
      const asksForToken = headers['www-authenticate'] === 'Bearer'
      const isRight = status === expected && asksForToken === (status === 401)
      return isRight ? [] : [`${row.route} by ${actor}: ${status} instead of ${expected}`]
    }

    test('a method that an address does not take is 405 for everyone', async () => {
      const place = await givenPlace(permission, state)
      const taken = rows.map((row) => ({
        path: row.path(place).replace(/\?.*/, ''),
        method: row.method === 'head' ? 'get' : row.method,
      }))
      const isTaken = (path: string, method: Method) =>
        taken.some((address) => address.path === path && address.method === method)
      const wrong = [...new Set(taken.map(({ path }) => path))].flatMap((path) =>
        methods.filter((method) => !isTaken(path, method)).map((method) => ({ path, method })),
      )

      const answers = await Promise.all(
        wrong.flatMap(({ path, method }) =>
          actors.map(async (actor) => {
            const { status, headers } = await ask(method, path, actor)
            return status === 405 && headers['allow'] !== undefined
              ? []
              : [`${method} ${path} by ${actor}: ${status}`]
          }),
        ),
      )
      expect(answers.length).toBeGreaterThan(100)
      expect(answers.flat()).toEqual([])
    })
  })
})

/** What belongs to an account takes no id: it can only ever be one's own. */
const accountRows = [
  { route: 'me', method: 'get', path: '/users/me', status: 200 },
  { route: 'change my name', method: 'patch', path: '/users/me', body: { name: 'Mara Hald' }, status: 200 },
  { route: 'list', method: 'get', path: '/projects?image=none', status: 200 },
  { route: 'export', method: 'get', path: '/users/export', status: 200 },
  {
    route: 'password',
    method: 'put',
    path: '/users/password',
    body: { currentPassword: 'not this one', newPassword: 'a quiet light table' },
    status: 403,
  },
  {
    route: 'delete the account',
    method: 'post',
    path: '/users/deletion',
    body: { password: 'nor this' },
    status: 403,
  },
  // Last: they end the token.
  { route: 'log out', method: 'post', path: '/users/logout', status: 204 },
  { route: 'log out everywhere', method: 'post', path: '/users/logout-everywhere', status: 204 },
] as const

describe.each(accountRows)('$route, of an account', ({ method, path, status, ...row }) => {
  const body = 'body' in row ? row.body : undefined

  test('is for whoever is logged in', async () => {
    const { auth } = await givenUser(app.api)
    const request = app.api[method](path).set(auth)
    expect((await (body ? request.send(body) : request)).status).toBe(status)
  })

  test.each(['guest', 'author', 'ended login'] as const)(
    'is refused to a %s, who is asked to log in',
    async (actor) => {
      const answer = await ask(method, path, actor, body && { body })
      expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
      expect(answer.body.code).toBe(actor === 'ended login' ? 'session_ended' : 'sign_in_required')
    },
  )
})

test('the table has more than 1,500 cells, those of wrong methods not counted', () => {
  expect(cells(() => true).length * permissions.length * states.length).toBeGreaterThan(1_500)
})
