import type { Project, ProjectSummary } from '@pinmark/shared/entities/project'
import type { Members } from '@pinmark/shared/entities/members'
import type { Me } from '@pinmark/shared/entities/user'
import { call, givenOwner, joinAs, mustCall, type Owner } from '@pinmark/testbed/client'
import { drawDesign } from '@pinmark/testbed/test-image'
import { guestSecretHeader } from '@pinmark/shared/paths'
import { calls, type Call } from '@pinmark/testbed/calls'
import { addressIn, bearer, givenTestProject, newGuest, type TestProject } from '../calls/test-project'
import { sampleBody } from '@pinmark/testbed/sample-bodies'
import { sendRequest, jsonRequest, type HttpRequest } from '../http-request'
import { givenInstance } from '../given-instance'
import { download, originalPath } from '../images/upload'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'
import { TamperingProxy } from '../tampering-proxy'

const sizes = {
  quick: { owners: 3, tries: 200 },
  everyday: { owners: 20, tries: 10_000 },
  long: { owners: 20, tries: 1_000_000 },
}
/** They would end the sender's own login, and affect no one else. */
const endsOwnLogin = /^POST \/users\/logout/

/** Hashes of passwords, new pictures and whole exports take longer than other calls, and are tried less often. */
const isCostly = ({ key }: Call) =>
  /\/users\/(login|register|password|deletion|export)$|^POST \/projects$/.test(key)

/** An owner's project that no one else may access but a colleague, and others for the owner's own calls. */
interface Owned extends TestProject {
  /** A member of the project, who makes no call. */
  colleague: Owner
  plaything: TestProject
  /** The plaything of another owner, of which this one is a member. */
  shared?: TestProject
  /** Its design, as it was sent and as it is shown, with each byte as a character. */
  pictures: string[]
}

/** Owners who know all ids of each other use them everywhere in requests. All links are closed. */
export const apart: Promised = {
  id: 'S2',
  promise: 'No owner can read or change data of another, with any known id',
  shownBy:
    'Every id of many owners, and of a member of each project, is put into path, body, header and query of every call. Each ' +
    'owner is a member of a project of another one, and has left a second one. Then all data are compared with the state before.',
  target: '0 attempts succeed',
  isQuick: false,
  try: (trial) => run(trial, sizes[trial.size], () => undefined),
  control: {
    without: 'with a gateway that acts as the owner of the named project',
    try: (trial) =>
      run(trial, sizes.quick, (testProjects, path) => {
        const named = testProjects.find(({ project }) => path.includes(project._id))
        return named && `Bearer ${named.owner.token}`
      }),
  },
}

async function run(
  trial: Trial,
  { owners, tries }: { owners: number; tries: number },
  tokenFor: (testProjects: readonly TestProject[], path: string) => string | undefined,
): Promise<Finding> {
  const api = await givenInstance(trial)
  const testProjects: Owned[] = []
  await inParallel([...Array(owners).keys()], 4, async (number) => {
    testProjects.push(await givenOwnersProject(api.url, number))
  })
  await inParallel([...testProjects.entries()], 4, async ([at, { project, owner, plaything }]) => {
    const next = testProjects[(at + 1) % testProjects.length]
    if (!next) return
    await joinAs(api.url, project._id, owner, next.owner)
    const address = `${api.url}/projects/${project._id}/members/${next.owner.user._id}`
    await mustCall(204, address, { method: 'DELETE', token: next.owner.token })
    await joinAs(api.url, plaything.project._id, owner, next.owner)
    next.shared = plaything
  })
  const proxy = await TamperingProxy.to(trial, api.port, {
    onRequest: ({ headers, path }) => {
      headers.authorization = tokenFor(testProjects, path) ?? headers.authorization
    },
  })
  const entrance =
    tokenFor(testProjects, testProjects[0]?.project._id ?? '') === undefined ? api.url : proxy.url
  const lasting = calls.filter(({ key }) => !endsOwnLogin.test(key))
  const [costly, cheap] = [lasting.filter(isCostly), lasting.filter((call) => !isCostly(call))]
  const before = await Promise.all(testProjects.map(stateOf))

  const reached: string[] = []
  await inParallel(Array.from({ length: tries }), 12, async () => {
    const thief = trial.random.pick(testProjects)
    const victim = trial.random.pick(testProjects.filter((testProject) => testProject !== thief))
    const chosen = trial.random.pick(trial.random.next() < 0.005 ? costly : cheap)
    const question = await tryOf(trial, chosen, thief, victim)
    const { status, text } = await sendRequest(entrance, question)
    const { owner, colleague, project, comment, pictures } = victim
    const secrets = [
      ...[project.name, comment.text, owner.email, colleague.email, colleague.user.name],
      ...pictures,
    ]
    if (status >= 500 || secrets.some((secret) => text.includes(secret))) {
      reached.push(`${question.method} ${question.path}: ${status}`)
    }
  })
  const changed: string[] = []
  for (const [at, testProject] of testProjects.entries()) {
    const [was = '', is] = [before[at], await stateOf(testProject)]
    if (is !== was) changed.push(`the state of owner ${at} has changed: ${firstDifference(was, is)}`)
  }
  const touched = reached.length + changed.length
  return {
    held: touched === 0,
    figure: `${reached.length} of ${tries} tries reached something, ${changed.length} of ${owners} owners found something changed`,
    details: [...changed, ...reached].slice(0, 20).join('\n'),
  }
}

async function givenOwnersProject(url: string, number: number): Promise<Owned> {
  const owner = await givenOwner(url)
  // A unique size, so that no two pictures have the same bytes.
  const marker = { x: 20, y: 20 }
  const { buffer } = await drawDesign({ width: 60 + number, height: 60, marker })
  const testProject = await givenTestProject(url, owner, newGuest(), buffer)
  const { token } = owner
  const path = `${url}/projects/${testProject.project._id}`
  const description = `Only owner ${number} knows this ${owner.user._id}`
  await mustCall(200, path, {
    method: 'PUT',
    body: { description, name: `Secret of ${owner.user._id}` },
    token,
  })
  const text = `A word for owner ${number} alone ${owner.user._id}`
  await mustCall(200, `${path}/comments/${testProject.comment._id}`, {
    method: 'PATCH',
    body: { text },
    headers: testProject.guest,
  })
  const original = await originalPath(url, owner, testProject.project)
  const shown = `/images/${testProject.project.thumbnail}/view`
  const pictures = await Promise.all(
    [original, shown].map(async (at) => (await download(url, at, owner)).toString()),
  )
  await mustCall(200, `${path}/settings`, { method: 'PATCH', body: { closed: true }, token })
  const colleague = await givenOwner(url, `Jonas ${owner.user._id}`)
  await joinAs(url, testProject.project._id, owner, colleague)
  return {
    pictures,
    colleague,
    ...testProject,
    plaything: await givenTestProject(url, owner),
    comment: { ...testProject.comment, text },
    project: { ...testProject.project, name: `Secret of ${owner.user._id}` },
  }
}

/** All data of an owner that another person could have changed. */
async function stateOf({ url, owner, project }: TestProject): Promise<string> {
  const { token } = owner
  const opened = await call<Partial<Project>>(`${url}/projects/${project._id}?image=none`, { token })
  // The control deletes projects.
  const members = await call<Partial<Members>>(`${url}/projects/${project._id}/members`, { token })
  const me = await mustCall<Me>(200, `${url}/users/me`, { token })
  const list = await mustCall<ProjectSummary[]>(200, `${url}/projects?image=none`, { token })
  // The sender's own name and the position of events are no secrets of the project, and other projects are the
  // sender's own.
  const kept = { ...opened.body, position: null, owner: null }
  const listed = list.filter(({ _id }) => _id === project._id).map((one) => ({ ...one, owner: null }))
  return JSON.stringify([opened.status, kept, { ...members.body, owner: null }, me.email, listed])
}

function firstDifference(was: string, is: string): string {
  const at = [...was].findIndex((character, index) => character !== is[index])
  const [before, after] = [was, is].map((state) => state.slice(Math.max(0, at - 80), at + 80))
  return `${before} -> ${after}`
}

async function tryOf({ random }: Trial, call: Call, thief: Owned, victim: Owned): Promise<HttpRequest> {
  const { project, comment, owner, colleague } = victim
  const own = random.pick([thief.plaything, thief.shared ?? thief.plaything])
  const stolen = random.pick([
    project._id,
    project.link.id,
    project.thumbnail,
    comment._id,
    comment.design,
    comment.version,
    owner.user._id,
    colleague.user._id,
  ])
  // The sender's own data are not deleted, because other attempts need them.
  const isDeletion = call.method === 'DELETE'
  const where = isDeletion ? 'path' : random.pick(['path', 'path', 'body', 'header', 'query'])
  const headers: Record<string, string> = { ...bearer(thief.owner), ...thief.guest }
  let body = await sampleBody(call)
  let path =
    where === 'path'
      ? addressIn(call.path, victim, { memberId: colleague.user._id })
      : addressIn(call.path, own)
  if (where === 'path' && !isDeletion && random.next() < 0.3)
    path = addressIn(call.path, own, oneOf(random, victim))
  if (where === 'body' && body) {
    const field = random.pick([
      'user',
      'owner',
      '_id',
      'projectId',
      'id',
      'version',
      'design',
      'parent',
      'sub',
      ...call.fields,
    ])
    body = { ...body, [field]: stolen }
  }
  if (where === 'header')
    headers[
      random.pick(['X-User', 'X-User-Id', 'X-Original-URL', 'X-Rewrite-URL', guestSecretHeader, 'Cookie'])
    ] = `${random.pick(['', '/projects/'])}${stolen}`
  if (where === 'query')
    path += `?${random.pick(['id', '_id', 'user', 'owner', 'projectId', 'after', 'state', 'as', 'token'])}=${stolen}`
  // A picture's address is its own key, which an attacker does not know here.
  const isPicture = call.path.startsWith('/images/')
  return jsonRequest(call.method, isPicture ? addressIn(call.path, own) : path, body, headers)
}

function oneOf(random: Trial['random'], { project, comment, colleague }: Owned): Record<string, string> {
  const ids = {
    projectId: project._id,
    commentId: comment._id,
    designId: comment.design,
    versionId: comment.version,
    memberId: colleague.user._id,
  }
  const name = random.pick(['projectId', 'commentId', 'designId', 'versionId', 'memberId'] as const)
  return { [name]: ids[name] }
}
