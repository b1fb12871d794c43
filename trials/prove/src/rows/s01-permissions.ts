import { setTimeout as pause } from 'node:timers/promises'
import { givenOwner, joinAs, mustCall, readProject, type Owner } from '@pinmark/testbed/client'
import { withDatabase } from '@pinmark/testbed/database'
import type { AddedDesigns } from '@pinmark/shared/entities/design'
import { linkTokenHeader, pageRoutes } from '@pinmark/shared/paths'
import type { NewApiToken, TokenScope } from '@pinmark/shared/entities/api-token'
import type { Link, Project, Version } from '@pinmark/shared/entities/project'
import { calls, type Call } from '@pinmark/testbed/calls'
import {
  actors,
  linkPassword,
  permissions,
  promisedStatus,
  rules,
  seenStates,
  states,
  type Actor,
  type Permission,
  type Rule,
  type State,
} from '@pinmark/testbed/permission-table'
import { sampleBody, sampleForm } from '@pinmark/testbed/sample-bodies'
import { addressIn, bearer, givenTestProject, newGuest, type TestProject } from '../calls/test-project'
import { askTool, toolArguments, tools } from '../calls/tools'
import { sendRequest, jsonRequest, type HttpRequest } from '../http-request'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'
import { TamperingProxy } from '../tampering-proxy'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const isCostly = /^(PATCH|PUT|POST) \/users\/|^GET \/users\/export/
const unknownId = 'AAAAAAAAAAAAAAAAAAAAAA'
/** Time for which a picture may still be visible after its link has ended. */
const pictureMs = 60_000

/** Every cell of the permission table, against the running program. The calls come from the contracts, and a call
 *  without a rule does not compile. */
export const permissionTable: Promised = {
  id: 'S1',
  promise: 'Everyone can do what the permission table says, and nothing else',
  shownBy:
    'The whole table is tried: every documented call and every other method × actors × link permissions ' +
    '× states of the project.',
  target: '> 1,500 cells, every one as promised; pictures end within 60 s of their link',
  isQuick: false,
  try: (trial) => run(trial, permissions, () => undefined),
  control: {
    without: 'with a gateway that treats everyone as the owner',
    try: (trial) => run(trial, ['view'], (owner) => `Bearer ${owner.token}`),
  },
}

interface Cell {
  call: Call
  rule: Rule
  actor: Actor
  permission: Permission
  state: State
}

async function run(
  trial: Trial,
  wanted: readonly Permission[],
  tokenForAll: (owner: Owner) => string | undefined,
): Promise<Finding> {
  const database = await trial.givenDatabase()
  const api = await givenInstance(trial, { MONGODB_URI: database })
  const owner = await givenOwner(api.url)
  const proxy = await TamperingProxy.to(trial, api.port, {
    onRequest: ({ headers, path }) => {
      // Their login has to last.
      if (path.startsWith('/users/logout')) return
      headers.authorization = tokenForAll(owner) ?? headers.authorization
    },
  })
  const world: World = {
    url: api.url,
    owner,
    other: await givenOwner(api.url, 'Ines Falk'),
    member: await givenOwner(api.url, 'Jonas Weber'),
    guest: newGuest(),
    database,
    tokens: await givenTokens(api.url, owner),
  }
  const entrance = tokenForAll(owner) === undefined ? api.url : proxy.url

  const wrong: string[] = []
  let cells = 0
  const pictureWaits: number[] = []
  for (const permission of wanted) {
    for (const state of states) {
      const shared = await placeIn(world, permission, state, (seen) => pictureWaits.push(seen))
      const here = cellsOf(permission, state)
      const judge = async (cell: Cell, testProject: Stand) => {
        cells += 1
        const expected = promised(cell)
        const status = await ask(entrance, cell, testProject, {
          ...testProject.headers,
          ...(await headersOf(world, cell)),
        })
        if (status === expected) return
        const what = `${cell.call.key} ${JSON.stringify(cell.rule.body ?? '')}`
        wrong.push(`${what} by ${cell.actor}, ${permission}, ${state}: ${status} instead of ${expected}`)
      }
      const isSafe = (cell: Cell) => !usesUp(cell.call) || promised(cell) >= 400
      await inParallel(here.filter(isSafe), 8, (cell) => judge(cell, shared))
      await inParallel(
        here.filter((cell) => !isSafe(cell)),
        4,
        async (cell) =>
          judge(cell, cell.rule.to === 'account' ? shared : await placeIn(world, permission, state)),
      )
      if (!actorsIn(permission, state).includes('read token')) continue
      const asked = await askTools(entrance, world, { permission, state })
      cells += asked.cells
      wrong.push(...asked.wrong)
    }
  }
  const [taken, kept] = await countOtherMethods(entrance, await placeIn(world, 'comment', 'open'))
  return {
    held: wrong.length + taken.length === 0 && cells > 1_500,
    figure: `${cells - wrong.length} of ${cells} cells as promised; pictures ended at most ${Math.max(...pictureWaits)} ms after their link; ${kept} of ${kept + taken.length} other methods refused`,
    details: [...taken, ...wrong].slice(0, 40).join('\n'),
  }
}

function promised({ call, ...cell }: Cell): number {
  return promisedStatus({ ...cell, name: call.name })
}

/** Calls that change data or a state which other calls need. Each allowed one gets its own project. */
function usesUp({ key }: Call): boolean {
  return (
    /^DELETE |\/(link|restore|settings|round|versions|build|offer|accept)$/.test(key) ||
    key.startsWith('POST /users/logout')
  )
}

/** Every tool by a token of each scope. The tokens that no longer count are refused before any tool, as the calls are. */
async function askTools(entrance: string, world: World, at: Pick<Cell, 'permission' | 'state'>) {
  const testProject = await placeIn(world, at.permission, at.state)
  const given = await toolArguments(testProject)
  const wrong: string[] = []
  let cells = 0
  for (const actor of ['read token', 'comment token', 'manage token'] as const) {
    for (const [tool, name] of Object.entries(tools)) {
      const takes = name === 'changeComment' ? 'resolved' : null
      const rule = rules[name].find(({ body = {} }) => takes === null || takes in body)
      if (!rule) throw new Error(`There is no rule for ${tool}.`)
      const status = promisedStatus({ name, rule, actor, ...at })
      const expected = status < 400 ? 200 : status
      const seen = await askTool(entrance, tool, { given, token: world.tokens[actor] })
      cells += 1
      if (seen.status !== expected)
        wrong.push(
          `${tool} by ${actor}, ${at.permission}, ${at.state}: ${seen.status} instead of ${expected}`,
        )
    }
  }
  return { cells, wrong }
}

interface World {
  url: string
  owner: Owner
  other: Owner
  member: Owner
  guest: Record<string, string>
  /** Its address. */
  database: string
  /** API tokens of the owner, by actor. */
  tokens: Record<TokenActor, { token: string }>
}

type TokenActor = Extract<Actor, `${string} token`>

/** The ids for the addresses. */
type Stand = Pick<TestProject, 'project' | 'comment'> & {
  ids: Record<string, string>
  /** The picture's address from the time when the link was open. */
  linkPicture: string
  /** The picture's address for the member. */
  memberPicture: string
  /** The headers that every actor sends to it. */
  headers: Record<string, string>
}

/** @param onPicturesEnded called with the time for which the link's picture was visible after the link had ended */
async function placeIn(
  { url, owner, member, guest, database }: World,
  permission: Permission,
  state: State,
  onPicturesEnded?: (afterMs: number) => void,
): Promise<Stand> {
  const testProject = await givenTestProject(url, owner, guest)
  const { token } = owner
  const path = `${url}/projects/${testProject.project._id}`
  await joinAs(url, testProject.project._id, owner, member)
  const pictureFor = async (token?: string) =>
    (await readProject(url, testProject.project._id, token)).designs[0]?.versions[0]?.image._id ?? ''
  let linkPicture = await pictureFor()
  const memberPicture = await pictureFor(member.token)
  const second = await givenSecondDesign(path, token)
  const look = (imageId: string) => sendRequest(url, { method: 'GET', path: `/images/${imageId}/view` })
  // The server caches that the picture may be shown.
  if (onPicturesEnded) await Promise.all([linkPicture, testProject.project.thumbnail].map(look))
  await mustCall<Link>(200, `${path}/settings`, {
    method: 'PATCH',
    token,
    body: { permission, closed: state === 'closed' },
  })
  if (state === 'round closed')
    await mustCall(200, `${path}/round`, { method: 'PATCH', token, body: { closed: true } })
  if (state === 'deleted') await mustCall(200, path, { method: 'DELETE', token })
  if (state === 'old link') await mustCall(200, `${path}/link`, { method: 'POST', token })
  if (state === 'expired') await endLink(database, testProject.project._id, 'endsAt')
  if (state === 'ended to looking') await endLink(database, testProject.project._id, 'viewOnlyAt')
  const headers = await lockLink(path, token, state)
  const isStillSeen = seenStates.has(state) || state === 'unknown'
  if (onPicturesEnded && !isStillSeen) {
    const ended = Date.now()
    const pictures = state === 'deleted' ? [linkPicture, testProject.project.thumbnail] : [linkPicture]
    for (const picture of pictures) {
      while (Date.now() - ended < pictureMs && (await look(picture)).status !== 404) await pause(50)
    }
    onPicturesEnded(Date.now() - ended)
  }
  const ids: Record<string, string> = {
    ...second,
    ...(state === 'unknown' && { projectId: unknownId, imageId: `${unknownId}${unknownId}` }),
  }
  if (state === 'unlocked') {
    const seen = await mustCall<Project>(200, `${path}?image=none`, { headers })
    linkPicture = seen.designs[0]?.versions[0]?.image._id ?? ''
  }
  return { ...testProject, ids, linkPicture, memberPicture, headers }
}

/** A design that is not the only one, with a version that is not the only one. */
async function givenSecondDesign(
  path: string,
  token: string,
): Promise<{ designId: string; versionId: string }> {
  const options = async () => ({ method: 'POST', token, form: await sampleForm() })
  const { designs: added } = await mustCall<AddedDesigns>(201, `${path}/designs`, await options())
  const designId = added[0]?._id ?? ''
  const version = await mustCall<Version>(201, `${path}/designs/${designId}/versions`, await options())
  return { designId, versionId: version._id }
}

/** Gives the link a password if the state has one. @returns the headers that everyone sends in this state */
async function lockLink(path: string, token: string, state: State): Promise<Record<string, string>> {
  if (state !== 'locked' && state !== 'unlocked' && state !== 'stale') return {}
  const setPassword = () =>
    mustCall<Link>(200, `${path}/settings`, { method: 'PATCH', token, body: { password: linkPassword } })
  await setPassword()
  if (state === 'locked') return {}
  const body = { password: linkPassword }
  const unlocked = await mustCall<{ token: string }>(200, `${path}/unlock`, { method: 'POST', body })
  if (state === 'stale') await setPassword()
  return { [linkTokenHeader]: unlocked.token }
}

/** The API does not accept an end in the past. */
async function endLink(database: string, projectId: string, end: 'endsAt' | 'viewOnlyAt'): Promise<void> {
  const ended = { $set: { [`link.${end}`]: new Date(Date.now() - 1_000) } }
  await withDatabase(database, (db) => db.collection('projects').updateOne({ publicId: projectId }, ended))
}

function cellsOf(permission: Permission, state: State): Cell[] {
  return calls.flatMap((call) =>
    rules[call.name].flatMap((rule) =>
      // Calls without a project are the same in every state. Calls that hash a password or have an hourly limit are
      // made once.
      (rule.to === 'everyone' || isCostly.test(call.key)) && (state !== 'open' || permission !== 'view')
        ? []
        : actorsIn(permission, state).map((actor) => ({ call, rule, actor, permission, state })),
    ),
  )
}

/** API tokens belong to the owner, who is independent of the link's permission: one permission is enough, and
 *  three states. Before the link's password is entered, its permission has no effect either. */
function actorsIn(permission: Permission, state: State): readonly Actor[] {
  if (permission !== 'comment' && (state === 'locked' || state === 'stale')) return []
  const hasTokens =
    state === 'open' ? permission !== 'manage' : permission === 'comment' && /locked|deleted/.test(state)
  return hasTokens ? actors : actors.filter((actor) => !actor.endsWith(' token'))
}

async function headersOf(
  { url, owner, other, member, guest, tokens }: World,
  { call, actor }: Cell,
): Promise<Record<string, string>> {
  const isSignedIn = actor === 'owner' || actor === 'member' || actor === 'other account'
  // Calls that end a login or rename an account need their own login.
  if (isSignedIn && /logout|PATCH .users.me/.test(call.key)) return bearer(await givenOwner(url))
  const headers: Record<Actor, () => Record<string, string>> = {
    owner: () => bearer(owner),
    member: () => bearer(member),
    'other account': () => bearer(other),
    guest: () => newGuest(),
    author: () => guest,
    // With a browser that is recognised, for verdicts and agreements.
    'ended login': () => ({ ...newGuest(), ...bearer({ token: 'not.a.token' }) }),
    'read token': () => bearer(tokens['read token']),
    'comment token': () => bearer(tokens['comment token']),
    'manage token': () => bearer(tokens['manage token']),
    'expired token': () => ({ ...newGuest(), ...bearer(tokens['expired token']) }),
    'revoked token': () => ({ ...newGuest(), ...bearer(tokens['revoked token']) }),
  }
  return headers[actor]()
}

/** An API token of each kind. */
async function givenTokens(url: string, { token: login, password }: Owner): Promise<World['tokens']> {
  const make = (scope: TokenScope, endsAt: Date | null = null) =>
    mustCall<NewApiToken>(201, `${url}/users/me/tokens`, {
      method: 'POST',
      token: login,
      body: { name: `For ${scope}`, scope, password, endsAt: endsAt?.toISOString() ?? null },
    })
  const revoked = await make('manage')
  await mustCall(204, `${url}/users/me/tokens/${revoked._id}`, { method: 'DELETE', token: login })
  const expired = await make('manage', new Date(Date.now() + 500))
  await pause(600)
  return {
    'read token': await make('read'),
    'comment token': await make('comment'),
    'manage token': await make('manage'),
    'expired token': expired,
    'revoked token': revoked,
  }
}

async function ask(
  url: string,
  { call, rule, actor }: Cell,
  testProject: Stand,
  headers: Record<string, string>,
): Promise<number> {
  const isOwners = actor === 'owner' || actor.endsWith(' token')
  const shown = actor === 'member' ? testProject.memberPicture : testProject.linkPicture
  const picture = isOwners && !/expired|revoked/.test(actor) ? testProject.project.thumbnail : shown
  const path = addressIn(call.path, testProject, { imageId: picture, ...testProject.ids })
  const question = call.takesForm
    ? await formQuestion(call.method, path, headers)
    : jsonRequest(call.method, path, rule.body ?? (await sampleBody(call)), headers)
  return (await sendRequest(url, question)).status
}

async function formQuestion(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<HttpRequest> {
  // A request serializes the form as a browser does.
  const sent = new Request('http://form.test', { method: 'POST', body: await sampleForm() })
  return {
    ...{ method, path },
    headers: { ...headers, 'Content-Type': sent.headers.get('content-type') ?? '' },
    body: new Uint8Array(await sent.arrayBuffer()),
  }
}

const pages = new Set<string>(Object.values(pageRoutes))

/** @returns what was not refused with 405, and how many were */
async function countOtherMethods(url: string, testProject: Stand): Promise<[string[], number]> {
  const taken: string[] = []
  let refused = 0
  const paths = [...new Set(calls.map(({ path }) => path))]
  const others = paths.flatMap((path) =>
    methods
      .filter((method) => !calls.some((call) => call.path === path && call.method === method))
      // A page of the web app has the same address.
      .filter((method) => method !== 'GET' || !pages.has(path.replace(/\{(\w+)\}/g, ':$1')))
      .map((method) => ({ method, path })),
  )
  await inParallel(others, 8, async ({ method, path }) => {
    const { status } = await sendRequest(url, { method, path: addressIn(path, testProject) })
    if (status === 405) refused += 1
    else taken.push(`${method} ${path} is answered ${status}`)
  })
  return [taken, refused]
}
