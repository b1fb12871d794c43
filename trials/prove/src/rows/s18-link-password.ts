import type { Link, Project } from '@pinmark/shared/entities/project'
import { exportFormats } from '@pinmark/shared/entities/export'
import { linkTokenHeader } from '@pinmark/shared/paths'
import { calls, type Call } from '@pinmark/testbed/calls'
import { givenComment, givenOwner, mustCall, type Owner } from '@pinmark/testbed/client'
import { sampleBody, sampleForm } from '@pinmark/testbed/sample-bodies'
import { addressIn, bearer, givenTestProject, newGuest, type TestProject } from '../calls/test-project'
import { isReadToTheEnd } from '../calls/slow-reading'
import { sendRequest, jsonRequest, type HttpAnswer } from '../http-request'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'
import { TamperingProxy } from '../tampering-proxy'

const networkCounts = { quick: 130, everyday: 300, long: 20_000 }
const password = 'northern-lights-40'
const secretWord = 'Moonstone'
/** Parts of an answer that differ between any two answers. */
const passing = new Set(['date', 'x-request-id', 'keep-alive', 'connection', 'etag', 'content-length'])
const unknownId = 'AAAAAAAAAAAAAAAAAAAAAA'

/** Visitors without the password request a link in every way. Each answer is compared with that of an empty
 *  project with the same settings. Any difference reveals something about the project. */
export const linkPassword: Promised = {
  id: 'S18',
  promise:
    'The password of a link cannot be guessed faster than that of a login, and nothing of the project leaks before it: ' +
    'no name, picture, count, comment, live event or og: tag',
  shownBy:
    'Seven kinds of visitors make every call and open the page. Each answer is compared with that of an ' +
    'empty project with a password. Picture addresses and a live page from before the password are ' +
    'used. Slow readers are in the middle of a project of many long comments, and of its exports, when ' +
    'the password is set. Then many networks guess, while a guest who knows the password returns.',
  target: '0 differences, 0 secrets seen; at most 100 guesses a day compared; the guest gets in each time',
  isQuick: false,
  try: async (trial) => {
    const [leaks, slow, guesses] = [
      await leak(trial, () => ({})),
      await readSlowly(trial),
      await guess(trial, '1', networkCounts[trial.size]),
    ]
    return summary(leaks.held && slow.held && guesses.held, leaks, slow, guesses)
  },
  control: {
    without:
      'with a gateway that enters the password for everyone, and with limits that are ten times as high',
    try: async (trial) => {
      const leaks = await leak(trial, (token) => ({ [linkTokenHeader.toLowerCase()]: token }))
      const guesses = await guess(trial, '10', networkCounts.quick)
      // Both halves have to fail.
      return summary(leaks.held || guesses.held, leaks, guesses)
    },
  },
}

function summary(held: boolean, ...findings: Finding[]): Finding {
  return {
    held,
    figure: findings.map(({ figure }) => figure).join('; '),
    details: findings.map(({ details }) => details ?? '').join('\n'),
  }
}

/** @param added headers that everyone sends, as the gateway of the control adds them */
async function leak(trial: Trial, added: (token: string) => Record<string, string>): Promise<Finding> {
  const api = await givenInstance(trial, {}, 'leaks')
  const owner = await givenOwner(api.url)
  const stranger = await givenOwner(api.url, 'Ines Falk')
  const full = await givenTestProject(api.url, owner)
  const twin = await givenTestProject(api.url, owner)
  await mustCall(200, `${api.url}/projects/${twin.project._id}/comments/${twin.comment._id}`, {
    method: 'DELETE',
    token: owner.token,
  })
  await mustCall(200, `${api.url}/projects/${full.project._id}`, {
    method: 'PUT',
    token: owner.token,
    body: { name: `${secretWord} shop`, description: `${secretWord} is the brief` },
  })
  const pictures = picturesOf(await open(api.url, full))
  const opened = await watch(api.url, full)
  const other = await givenTestProject(api.url, owner)
  for (const testProject of [full, twin, other]) await lock(testProject, owner)
  const token = await unlock(api.url, full)
  await lock(full, owner)
  const stale = { [linkTokenHeader]: token }
  const proxy = await TamperingProxy.to(trial, api.port, {
    onRequest: ({ headers }) => void Object.assign(headers, added(valid)),
  })
  const valid = await unlock(api.url, full)
  const visitors: Record<string, Record<string, string>> = {
    nobody: {},
    'a new guest': newGuest(),
    'the author of the comment': full.guest,
    'another account': bearer(stranger),
    'an ended login': bearer({ token: 'not.a.token' }),
    'a guest with the token of the former password': stale,
    'a guest of another link': { [linkTokenHeader]: await unlock(api.url, other) },
  }

  const odd: string[] = []
  let answers = 0
  const seen = opened.ended.then((text) => {
    if (text.includes('After the password'))
      odd.push('An open page heard a comment that came after the password.')
  })
  await mustCall(201, `${api.url}/comment/add/${full.project._id}`, {
    method: 'POST',
    token: owner.token,
    body: { commenter: 'Mara', text: 'After the password', x: 1, y: 1 },
  })
  await seen
  const ofProject = calls.filter(({ path, name }) => path.includes('{projectId}') && name !== 'unlockLink')
  const pages = ['/project/{projectId}', '/project/{projectId}?comment=1'].map((path) => ({
    path,
    call: null,
  }))
  const asked = [...ofProject.map((call) => ({ path: call.path, call })), ...pages]
  for (const [who, headers] of Object.entries(visitors)) {
    await inParallel(asked, 8, async ({ path, call }) => {
      const [one, second] = await Promise.all([
        ask(proxy.url, call, addressIn(path, full), headers),
        ask(proxy.url, call, addressIn(path, twin, { commentId: unknownId }), headers),
      ])
      answers += 2
      const [shown, plain] = [textOf(one, full), textOf(second, twin)]
      const what = `${call?.key ?? path} by ${who}`
      if (shown !== plain) odd.push(`${what} differs:\n${shown.slice(0, 300)}\n${plain.slice(0, 300)}`)
      if (one.text.includes(secretWord) || pictures.some((id) => one.text.includes(id.slice(0, 22))))
        odd.push(`${what} shows the project`)
      if (call && one.status < 400) odd.push(`${what} is answered ${one.status}`)
    })
    for (const picture of pictures) {
      const { status } = await sendRequest(proxy.url, {
        method: 'GET',
        path: `/images/${picture}/view`,
        headers,
      })
      if (status !== 404) odd.push(`A picture from before the password is answered ${status} to ${who}`)
    }
  }
  return {
    held: odd.length === 0 && answers > 300,
    figure: `${odd.length} differences and secrets in ${answers} answers to ${Object.keys(visitors).length} kinds of visitors`,
    details: odd.slice(0, 20).join('\n'),
  }
}

async function ask(
  url: string,
  call: Call | null,
  path: string,
  headers: Record<string, string>,
): Promise<HttpAnswer> {
  if (call === null) return sendRequest(url, { method: 'GET', path, headers })
  if (!call.takesForm)
    return sendRequest(url, jsonRequest(call.method, path, await sampleBody(call), headers))
  const sent = new Request('http://form.test', { method: 'POST', body: await sampleForm() })
  return sendRequest(url, {
    ...{ method: call.method, path },
    headers: { ...headers, 'Content-Type': sent.headers.get('content-type') ?? '' },
    body: new Uint8Array(await sent.arrayBuffer()),
  })
}

/** Everything in an answer that could reveal something about the project, except for its own address. */
function textOf({ status, headers, text }: HttpAnswer, { project }: TestProject): string {
  const heads = [...headers]
    .filter(([name]) => !passing.has(name))
    .map(([name, value]) => `${name}: ${value}`)
  return [status, ...heads, text].join('\n').replaceAll(project._id, 'LINK')
}

async function open(url: string, { project }: TestProject): Promise<Project> {
  return mustCall<Project>(200, `${url}/projects/${project._id}?image=none`, {})
}

function picturesOf({ designs }: Project): string[] {
  return designs.flatMap(({ versions }) => versions.map(({ image }) => image._id))
}

/** An open page: the events of its stream until it ends, for at most half a minute. */
async function watch(url: string, { project }: TestProject): Promise<{ ended: Promise<string> }> {
  const answer = await fetch(`${url}/projects/${project._id}/events`, { signal: AbortSignal.timeout(30_000) })
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    try {
      for await (const piece of answer.body ?? []) text += decoder.decode(piece, { stream: true })
      return text
    } catch {
      return `${text}After the password: the stream was not ended`
    }
  }
  return { ended: read() }
}

async function lock(
  { url, project }: TestProject,
  { token }: Owner,
  body: { password: string | null } = { password },
): Promise<void> {
  await mustCall<Link>(200, `${url}/projects/${project._id}/settings`, { method: 'PATCH', token, body })
}

async function unlock(url: string, { project }: TestProject): Promise<string> {
  const path = `${url}/projects/${project._id}/unlock`
  const unlocked = await mustCall<{ token: string }>(200, path, { method: 'POST', body: { password } })
  return unlocked.token
}

const longComments = 400
const textFormats = exportFormats.filter((format) => format !== 'png')

/** @returns how many answers were completed although the link got a password meanwhile */
async function readSlowly(trial: Trial): Promise<Finding> {
  const api = await givenInstance(trial, {}, 'slow')
  const owner = await givenOwner(api.url)
  const testProject = await givenTestProject(api.url, owner)
  const page = `${api.url}/projects/${testProject.project._id}`
  const comments = Array.from({ length: longComments }, (_, at) => `${at} ${'💩'.repeat(4_900)}`)
  await inParallel(
    comments,
    8,
    async (text) => void (await givenComment(api.url, testProject.project._id, text)),
  )
  const urls = [`${page}?image=none`, ...textFormats.map((format) => `${page}/export?format=${format}`)]
  const gone: string[] = []
  for (const url of urls) {
    await lock(testProject, owner, { password: null })
    if (await isReadToTheEnd(url, {}, () => lock(testProject, owner))) gone.push(`${url} was read to its end`)
  }
  return {
    held: gone.length === 0,
    figure: `${gone.length} of ${urls.length} answers under way went on`,
    details: gone.join('\n'),
  }
}

/** With 403, an attempt was compared with the password's hash; with 429 it was not. */
async function guess(trial: Trial, factor: string, networks: number): Promise<Finding> {
  const limits = { TRUST_PROXY: '1', RATE_LIMIT_FACTOR: factor }
  const api = await givenInstance(trial, limits, 'guesses')
  const owner = await givenOwner(api.url)
  const testProject = await givenTestProject(api.url, owner)
  await lock(testProject, owner)
  const path = `/projects/${testProject.project._id}/unlock`
  const tryIt = (tried: string, headers: Record<string, string>) =>
    sendRequest(api.url, jsonRequest('POST', path, { password: tried }, headers))
  const browser = newGuest()
  await tryIt(password, { 'X-Forwarded-For': '198.51.100.7', ...browser })

  let [compared, refused, returns, returned] = [0, 0, 0, 0]
  const odd: string[] = []
  const tries = [
    ...Array.from({ length: networks }, (_, at) => at),
    ...Array.from({ length: 30 }, () => 65_000),
  ]
  let turn = Promise.resolve()
  await inParallel(tries, 8, async (network) => {
    const headers = { 'X-Forwarded-For': `10.${network >> 8}.${network & 255}.${trial.random.whole(1, 254)}` }
    const { status, text } = await tryIt(`guess ${trial.random.next()}`, headers)
    if (status === 403) compared += 1
    else if (status === 429) refused += 1
    else odd.push(`A guess was answered ${status}: ${text}`)
    if (network % 40 !== 39) return
    turn = turn.then(async () => {
      returns += 1
      const away = { 'X-Forwarded-For': `203.0.${returns}.7`, ...browser }
      if ((await tryIt(password, away)).status === 200) returned += 1
    })
    await turn
  })
  return {
    held: compared <= 100 && odd.length === 0 && returned === returns && returns > 1,
    figure:
      `${compared} of ${tries.length} guesses from ${networks + 1} networks compared, ${refused} refused; ` +
      `a guest who had shown it before got in ${returned} of ${returns} times`,
    details: odd.slice(0, 10).join('\n'),
  }
}
