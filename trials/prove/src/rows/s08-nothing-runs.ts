import { setTimeout as pause } from 'node:timers/promises'
import { projectSummarySchema } from '@pinmark/shared/entities/project'
import { mustCall, newComment, readProject, type Owner } from '@pinmark/testbed/client'
import { loggedIn } from '@pinmark/testbed/stored-session'
import type { Session } from '@pinmark/shared/entities/user'
import type { Browser, Page } from 'playwright-core'
import { activeWords } from '../browser/active-words'
import { givenBrowser } from '../browser/given-browser'
import { searchPage, watchedPage } from '../browser/watched-page'
import { newGuest } from '../calls/test-project'
import { givenInstance } from '../given-instance'
import { activeFiles } from '../images/active-files'
import { originalPath, uploadImage } from '../images/upload'
import { quarters } from '../images/quarters'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'
import { TamperingProxy } from '../tampering-proxy'

/** A designer's project contains about a hundred entered texts: the designer's name, two of the project, and the
 *  comments. */
const sizes = {
  quick: { designers: 1, comments: 12 },
  everyday: { designers: 4, comments: 60 },
  long: { designers: 80, comments: 60 },
}

/** Every text and file contains code that would run. Its owner and a guest then view it. */
export const nothingRuns: Promised = {
  id: 'S8',
  promise: 'Nothing that is typed or uploaded ever runs in another person’s browser',
  shownBy:
    'Active content is entered as names, texts, file names and addresses, or uploaded as files. A real ' +
    'browser shows it and reports scripts, dialogs, requests to other hosts and every violation of the ' +
    'policy.',
  target: '0 of 500',
  isQuick: false,
  try: (trial) => run(trial, (_url, port) => Promise.resolve(`http://127.0.0.1:${port}`)),
  control: {
    without: 'with texts treated as markup and without a policy',
    try: (trial) => run(trial, behindBeliever(trial)),
  },
}

async function run(trial: Trial, entrance: (url: string, port: number) => Promise<string>): Promise<Finding> {
  const { designers, comments } = sizes[trial.size]
  const api = await givenInstance(trial)
  const url = await entrance(api.url, api.port)
  const browser = await givenBrowser(trial)
  const incidents: string[] = []
  let [typed, shown, files] = [0, 0, 0]
  for (let made = 0; made < designers; made += 1) {
    const room = await givenRoom(trial, api.url, comments)
    typed += room.words.length
    shown += await lookAround(browser, url, room, incidents)
    await untilIncident(incidents, async () => {
      files += await openFiles(trial, browser, { api: api.url, url, owner: room.owner }, incidents)
    })
    trial.onProgress(`${made + 1} of ${designers} designers, ${incidents.length} incidents`)
  }
  await untilIncident(incidents, () => openAddresses(trial, browser, url, incidents))
  const kinds = [...new Set(incidents)]
  return {
    held: incidents.length === 0 && shown === typed,
    figure: `${incidents.length} incidents; ${shown} of ${typed} typed things and ${files} files looked at`,
    details: kinds.slice(0, 20).join('\n'),
  }
}

/** A project in which every text is active content. */
interface Room {
  owner: Owner
  projectId: string
  words: string[]
}

async function givenRoom(trial: Trial, url: string, count: number): Promise<Room> {
  const { random } = trial
  const owner = await givenDesigner(trial, url)
  const [name, description] = [activeWords(random, 120), activeWords(random)]
  const reply = await uploadImage(url, owner, await quarters(200, 120).png().toBuffer(), {
    name,
    fileName: activeWords(random, 100),
  })
  if (reply.status !== 201) throw new Error(`The project was refused: ${reply.text}`)
  const { _id } = projectSummarySchema.parse(JSON.parse(reply.text))
  await mustCall(200, `${url}/projects/${_id}`, { method: 'PUT', body: { description }, token: owner.token })
  const words = [owner.user.name, name, description]
  const bodies = Array.from({ length: count }, () => ({
    ...newComment(activeWords(random), activeWords(random, 60)),
    x: random.whole(5, 195),
    y: random.whole(5, 115),
  }))
  await inParallel(bodies, 4, async (body) => {
    await mustCall(201, `${url}/comment/add/${_id}`, { method: 'POST', body, headers: newGuest() })
    words.push(body.commenter, body.text)
  })
  const { comments } = await readProject(url, _id)
  const replied = `${url}/projects/${_id}/comments/${comments.at(-1)?._id}/replies`
  const said = { commenter: activeWords(random, 60), text: activeWords(random) }
  await mustCall(201, replied, { method: 'POST', body: said, headers: newGuest() })
  words.push(said.commenter, said.text)
  return { owner, projectId: _id, words }
}

async function givenDesigner({ random }: Trial, url: string): Promise<Owner> {
  const account = {
    // No guest may have the same name.
    name: `Mara ${activeWords(random, 55)}`,
    email: `mara-${random.whole(0, 2 ** 40)}@studio.test`,
    password: 'a quiet light table',
  }
  await mustCall(201, `${url}/users/register`, { method: 'POST', body: account })
  const session = await mustCall<Session>(200, `${url}/users/login`, { method: 'POST', body: account })
  return { ...session, ...account }
}

/** Views the room as a guest and as its owner. @returns how many of the texts were visible somewhere */
async function lookAround(browser: Browser, url: string, room: Room, incidents: string[]): Promise<number> {
  const read: string[] = []
  for (const options of [{}, loggedIn(url, room.owner)]) {
    const { page, close } = await watchedPage(browser, options, incidents)
    await untilIncident(incidents, async () => {
      await readProjectPage(page, url, room, read, incidents)
      if ('storageState' in options) await readOwnPages(page, url, read, incidents)
      // The API answer, opened as a page.
      await page.goto(`${url}/projects/${room.projectId}?image=none`)
      await searchPage(page, incidents)
    })
    await close()
  }
  const plain = withoutSpace(read.join('\n'))
  return room.words.filter((word) => plain.includes(withoutSpace(word))).length
}

async function readProjectPage(
  page: Page,
  url: string,
  { projectId }: Room,
  read: string[],
  incidents: string[],
): Promise<void> {
  await page.goto(`${url}/project/${projectId}`)
  await page.locator('.comment-row').first().waitFor()
  await readPage(page, read, incidents)
  // The thread with the reply, another thread, and a preview at its pin.
  for (const at of [-1, 0]) {
    await page
      .locator('.comment-row')
      .getByRole('button', { name: /^Comment \d+ by/ })
      .nth(at)
      .click({ position: { x: 2, y: 2 } })
    await page.getByRole('group', { name: 'Messages' }).waitFor()
    await readPage(page, read, incidents)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('dialog').waitFor()
  await readPage(page, read, incidents)
}

async function readOwnPages(page: Page, url: string, read: string[], incidents: string[]): Promise<void> {
  await page.goto(url)
  await page.locator('main a[href^="/project/"]').first().waitFor()
  await readPage(page, read, incidents)
  await page.goto(`${url}/account`)
  await page.locator('form').first().waitFor()
  await readPage(page, read, incidents)
}

async function readPage(page: Page, read: string[], incidents: string[]): Promise<void> {
  await searchPage(page, incidents)
  read.push((await page.locator('body').textContent()) ?? '')
  read.push(
    ...(await page
      .locator('input')
      .evaluateAll((fields) => fields.map((field) => field.getAttribute('value') ?? ''))),
  )
}

/** Ends the visit at the first incident, because a running payload can block the page or leave it.
 *  @throws the error of the visit if there was no incident */
async function untilIncident(incidents: readonly string[], visit: () => Promise<void>): Promise<void> {
  const over = new AbortController()
  const visited = visit()
    .catch((error: unknown) => {
      if (incidents.length === 0) throw error
    })
    .finally(() => over.abort())
  const happened = (async () => {
    while (!over.signal.aborted && incidents.length === 0) await pause(200)
    // Waits for the subresources of the page.
    if (!over.signal.aborted) await pause(1_000)
  })()
  await Promise.race([visited, happened])
}

/** Uploads the files, and opens the accepted ones in every form that can be requested. @returns how many were sent */
async function openFiles(
  { random }: Trial,
  browser: Browser,
  { api, url, owner }: { api: string; url: string; owner: Owner },
  incidents: string[],
): Promise<number> {
  const headers = { Authorization: `Bearer ${owner.token}` }
  const { page, close } = await watchedPage(browser, { extraHTTPHeaders: headers }, incidents)
  const files = Object.entries(await activeFiles(random))
  for (const [kind, file] of files) {
    const { status, text } = await uploadImage(api, owner, file, { fileName: activeWords(random, 100) })
    if (status >= 500) incidents.push(`${kind} is answered ${status}`)
    if (status !== 201) continue
    const project = projectSummarySchema.parse(JSON.parse(text))
    const paths = ['view', 'thumbnail', 'jpeg'].map((form) => `/images/${project.thumbnail}/${form}`)
    // The original is sent as a download, which the browser does not open.
    for (const path of [...paths, await originalPath(api, owner, project)]) {
      await tryTo(() => page.goto(url + path))
    }
  }
  await close()
  return files.length
}

async function openAddresses(
  { random }: Trial,
  browser: Browser,
  url: string,
  incidents: string[],
): Promise<void> {
  const { page, close } = await watchedPage(browser, {}, incidents)
  const words = () => encodeURIComponent(activeWords(random, 200))
  for (const path of [
    `/project/${words()}`,
    `/${words()}`,
    `/login?next=javascript:ran()`,
    `/login?next=//owned.test/&${words()}=${words()}#${words()}`,
    `/projects/${words()}`,
    `/images/${words()}/view`,
  ]) {
    await tryTo(() => page.goto(url + path))
    await searchPage(page, incidents)
  }
  await close()
}

/** A download, or an address without an answer, is not a page. */
async function tryTo(act: () => Promise<unknown>): Promise<void> {
  await act().catch(() => undefined)
}

function withoutSpace(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, '')
}

/** Pages without their policy, in which each text that looks like markup is inserted as markup. */
const believe = `<script>
  const seen = new WeakSet()
  setInterval(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (seen.has(text) || !/<\\w/.test(text.data) || text.parentElement.closest('script, [data-believed]')) continue
      seen.add(text)
      const place = document.body.appendChild(document.createElement('div'))
      place.dataset.believed = ''
      place.innerHTML = text.data
    }
  }, 100)
</script>`

function behindBeliever(trial: Trial) {
  return async (_url: string, port: number): Promise<string> => {
    const proxy = await TamperingProxy.to(trial, port, {
      onAnswer: (answer) => {
        delete answer.headers['content-security-policy']
        if (answer.headers['content-type']?.startsWith('text/html')) {
          answer.body = Buffer.concat([answer.body, Buffer.from(believe)])
        }
      },
    })
    return proxy.url
  }
}
