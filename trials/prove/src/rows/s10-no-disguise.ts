import type { Comment } from '@pinmark/shared/entities/comment'
import { call, givenOwner, mustCall, newComment } from '@pinmark/testbed/client'
import { loggedIn } from '@pinmark/testbed/stored-session'
import type { Browser, Locator, Page } from 'playwright-core'
import {
  ownerClaims,
  hiddenMarks,
  honestNames,
  lookalikesOf,
  wildNames,
  wildTexts,
} from '../browser/disguises'
import { givenBrowser } from '../browser/given-browser'
import { areScreenshotsAlike } from '../browser/compare-screenshots'
import { givenTestProject, newGuest, type TestProject } from '../calls/test-project'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import { namelessGateway } from '../nameless-gateway'
import type { Finding, Promised, Trial } from '../promise'
import { TamperingProxy } from '../tampering-proxy'

const screens = [
  { width: 1_440, height: 900 },
  { width: 360, height: 740 },
]

/** Disguised names are refused. Unusual texts are allowed and stay in their place on the screen. */
export const noDisguise: Promised = {
  id: 'S10',
  promise: 'No guest’s name passes for the owner’s, and no words break the page or cover those of others',
  shownBy:
    'Names contain invisible, direction-changing and stacked marks. The owner’s name is tried in ' +
    'another case, with signs and in look-alike letters of other scripts. Other names claim a role. ' +
    'Honest names have to be accepted. Unusual texts are shown in a real browser: bounds are checked on ' +
    'two screens, and neighbours are compared pixel by pixel.',
  target: '0 accepted, 0 honest refused, 0 out of bounds',
  isQuick: false,
  try: async (trial) => {
    const found = await run(trial, { names: untouched, pages: untouched })
    return findingOf(
      found,
      found.passed.length + found.refused.length + found.faults.length === 0 && found.seen > 40,
    )
  },
  control: {
    without: 'with a gateway that hides names from the server, and styles that neither wrap, cut nor isolate',
    try: async (trial) => {
      const found = await run(trial, { names: behindNamelessGateway(trial), pages: behindLooseStyles(trial) })
      // Each half has to be able to fail.
      return findingOf(found, found.passed.length < found.tried / 2 || found.faults.length === 0)
    },
  },
}

type Entrance = (port: number) => Promise<string>
const untouched: Entrance = (port) => Promise.resolve(`http://127.0.0.1:${port}`)

interface Found {
  /** Disguised names that were accepted, and the number of attempts. */
  passed: string[]
  tried: number
  /** Honest names that were refused. */
  refused: string[]
  faults: string[]
  /** Texts that were checked. */
  seen: number
}

function findingOf({ passed, tried, refused, faults, seen }: Found, held: boolean): Finding {
  return {
    held,
    figure: `${passed.length} of ${tried} disguised names accepted, ${refused.length} of ${honestNames.length} honest ones refused; ${faults.length} faults in ${seen} wild texts and neighbours looked at`,
    details: [...passed, ...refused, ...faults].slice(0, 20).join('\n'),
  }
}

async function run(trial: Trial, entrances: { names: Entrance; pages: Entrance }): Promise<Found> {
  const api = await givenInstance(trial)
  const url = await entrances.pages(api.port)
  const testProject = await givenTestProject(api.url)
  const names = await tryNames(await entrances.names(api.port), testProject)
  const thread = await fillWithWildWords(api.url, testProject)
  const browser = await givenBrowser(trial)
  const faults: string[] = []
  let seen = 0
  for (const viewport of screens)
    seen += await lookAt(browser, url, { testProject, thread, viewport }, faults)
  return { ...names, faults, seen }
}

/** Each mark in each kind of name, each other way to write the owner's name, and each claim. In addition honest
 *  names. */
async function tryNames(
  url: string,
  { owner, project }: TestProject,
): Promise<Pick<Found, 'tried' | 'passed' | 'refused'>> {
  const stranger = await givenOwner(url, 'Ines Falk')
  const passed: string[] = []
  let tried = 0
  const refused: string[] = []
  const isRefused = async (what: string, name: string, asked: ReturnType<typeof call>, mark?: string) => {
    tried += 1
    const { status, body } = await asked
    // Some of the marks count as a space, and are stored as one.
    const isWithoutMark = mark !== undefined && status < 300 && !JSON.stringify(body).includes(mark)
    if (status !== 400 && !isWithoutMark) passed.push(`${what} ${JSON.stringify(name)} is answered ${status}`)
  }
  const comment = (commenter: string) =>
    call(`${url}/comment/add/${project._id}`, {
      method: 'POST',
      body: newComment('Who am I?', commenter),
      headers: newGuest(),
    })
  await inParallel(hiddenMarks, 6, async (mark) => {
    const name = `Pri${mark}ya`
    const path = `${url}/projects/${project._id}`
    const byOwner = { method: 'PUT', body: { name }, token: owner.token }
    const byStranger = { method: 'PATCH', body: { name }, token: stranger.token }
    await isRefused('commenter', name, comment(name), mark)
    await isRefused('project', name, call(path, byOwner), mark)
    await isRefused('account', name, call(`${url}/users/me`, byStranger), mark)
  })
  await inParallel(lookalikesOf(owner.user.name), 6, (name) => isRefused('as the owner', name, comment(name)))
  await inParallel([' ', '\u200D', '\uFE0F', '\u034F', '\u2800', '\u3164'], 6, (name) =>
    isRefused('blank', name, comment(name)),
  )
  await inParallel(ownerClaims, 6, (name) => isRefused('as a role', name, comment(name)))
  await inParallel(honestNames, 6, async (name) => {
    const { status } = await comment(name)
    if (status !== 201) refused.push(`${JSON.stringify(name)} is refused with ${status}`)
  })
  return { tried, passed, refused }
}

/** Plain comments with unusual ones between them, and a thread in which they alternate. */
async function fillWithWildWords(url: string, { owner, project }: TestProject): Promise<Comment> {
  const path = `${url}/projects/${project._id}`
  const wild = Object.values(wildTexts)
  const add = (text: string, commenter: string) =>
    mustCall<Comment>(201, `${url}/comment/add/${project._id}`, {
      method: 'POST',
      body: newComment(text, commenter),
      headers: newGuest(),
    })
  for (const [at, text] of wild.entries()) {
    await add(text, wildNames[at % wildNames.length] ?? '')
    await add('A plain word', 'Plain Ana')
  }
  const thread = await add('A plain beginning', 'Plain Ana')
  for (const text of [...wild.slice(0, 2), ...wild.slice(5, 6)]) {
    for (const [said, commenter] of [
      [text, 'Wild Ben'],
      ['A plain answer', 'Plain Ana'],
    ] as const) {
      const body = { text: said, commenter }
      await mustCall(201, `${path}/comments/${thread._id}/replies`, {
        method: 'POST',
        body,
        headers: newGuest(),
      })
    }
  }
  await add('שלום', 'שלום שלום')
  const named = { name: '\uFDFD'.repeat(120), description: wildTexts['marks upon marks'] }
  await mustCall(200, path, { method: 'PUT', body: named, token: owner.token })
  return thread
}

interface Look {
  testProject: TestProject
  thread: Comment
  viewport: { width: number; height: number }
}

/** Stops at the first page with a fault, because a broken layout can put the next step out of reach.
 *  @returns how many texts were checked */
async function lookAt(browser: Browser, url: string, look: Look, faults: string[]): Promise<number> {
  const { testProject, thread, viewport } = look
  const context = await browser.newContext({ viewport, ...loggedIn(url, testProject.owner) })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  let seen = 0
  const steps: (() => Promise<number>)[] = [
    async () => {
      await page.goto(url)
      await page.locator('main a[href^="/project/"]').first().waitFor()
      return (await checkBounds(page, 'the dashboard', faults)) + (await checkOrder(page, faults))
    },
    async () => {
      await page.goto(`${url}/project/${testProject.project._id}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (viewport.width < 1_024) return checkBounds(page, 'the project', faults)
      await page.locator('.comment-row').first().waitFor()
      const inList = await checkBounds(page, 'the list', faults)
      return inList + (faults.length > 0 ? 0 : await compareNeighbours(page, '.comment-row', faults))
    },
    async () => {
      if (viewport.width < 1_024) return 0
      await page.locator('.comment-row', { hasText: thread.text }).getByRole('button').first().click()
      const messages = page.getByRole('group', { name: 'Messages' })
      await messages.waitFor()
      const inThread = await checkBounds(page, 'the thread', faults)
      const more = messages.getByRole('button', { name: 'more', exact: true })
      while ((await more.count()) > 0) await more.first().click()
      return inThread + (await compareNeighbours(page, 'article', faults))
    },
  ]
  for (const step of steps) {
    if (faults.length === 0) seen += await step()
  }
  await context.close()
  return seen
}

/** Nothing scrolls sideways, and every text ends within its box. */
async function checkBounds(page: Page, where: string, faults: string[]): Promise<number> {
  const { found, count } = await page.evaluate(() => {
    const wrong: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > window.innerWidth) {
      const wide = [...document.querySelectorAll('body *')].filter(
        (one) => one.getBoundingClientRect().right > window.innerWidth + 1,
      )
      const last = wide.at(-1)
      wrong.push(
        `the page is ${scrollWidth} px wide: ${last?.localName} ${last?.className} ${last?.textContent}`,
      )
    }
    const texts = [
      ...document.querySelectorAll(
        'main bdi, main p[dir=auto], main h1, [role=dialog] bdi, [role=dialog] p[dir=auto]',
      ),
    ]
    for (const text of texts) {
      const held = text.closest('.comment-row, article, [role=dialog], li, header, main') ?? document.body
      const box = held.getBoundingClientRect()
      const { left, right, width } = text.getBoundingClientRect()
      // A clipped text ends where it is clipped.
      let end = right
      for (let around = text.parentElement; around && around !== held; around = around.parentElement) {
        if (getComputedStyle(around).overflowX !== 'visible')
          end = Math.min(end, around.getBoundingClientRect().right)
      }
      if (width > 0 && (left < box.left - 1 || end > box.right + 1 || end > window.innerWidth + 1)) {
        wrong.push(
          `${text.localName} ${text.textContent.slice(0, 20)} ends at ${end}, its box at ${box.right}`,
        )
      }
    }
    return { found: wrong, count: texts.length }
  })
  faults.push(...found.map((fault) => `${where}: ${fault}`))
  return count
}

/** On a card the name comes before the text, for any direction of both. */
async function checkOrder(page: Page, faults: string[]): Promise<number> {
  const lefts = await page
    .locator('main b, main bdi', { hasText: 'שלום' })
    .evaluateAll((found) => found.map((element) => element.getBoundingClientRect().left))
  const [name, words] = lefts
  if (name === undefined || words === undefined || name >= words) {
    faults.push(`the dashboard: the words stand before the name (${lefts.join(', ')})`)
  }
  return lefts.length
}

/** Plain content looks the same whether or not the unusual texts beside it are drawn. */
async function compareNeighbours(page: Page, selector: string, faults: string[]): Promise<number> {
  const plain = await page.locator(selector).filter({ hasText: 'Plain Ana' }).all()
  const showWild = (isShown: boolean) =>
    page.evaluate(
      ([wanted, visibility]) => {
        for (const element of document.querySelectorAll<HTMLElement>(wanted)) {
          if (element.textContent.includes('Plain Ana')) continue
          for (const text of element.querySelectorAll<HTMLElement>('p[dir=auto], bdi'))
            text.style.visibility = visibility
        }
      },
      [selector, isShown ? 'visible' : 'hidden'] as const,
    )
  const isDrawnOver = async (neighbour: Locator) => {
    const beside = await neighbour.screenshot()
    await showWild(false)
    const alone = await neighbour.screenshot()
    await showWild(true)
    return !(await areScreenshotsAlike(beside, alone))
  }
  for (const [at, neighbour] of plain.entries()) {
    await neighbour.scrollIntoViewIfNeeded()
    // A relative time that changes, or a scrollbar that fades, differs once. Content that is covered differs always.
    let differing = 0
    while (differing < 3 && (await isDrawnOver(neighbour))) differing += 1
    if (differing === 3) faults.push(`${selector} ${at} is drawn over by the words beside it`)
  }
  return plain.length
}

const loose = `
* { overflow-wrap: normal !important; word-break: normal !important; overflow: visible !important; contain: none !important;
  content-visibility: visible !important; -webkit-line-clamp: none !important; text-overflow: clip !important }
bdi { unicode-bidi: normal !important }`

function behindNamelessGateway(trial: Trial): Entrance {
  return async (port) => (await namelessGateway(trial, port)).url
}

function behindLooseStyles(trial: Trial): Entrance {
  return async (port) => {
    const proxy = await TamperingProxy.to(trial, port, {
      onAnswer: (answer) => {
        if (answer.headers['content-type']?.startsWith('text/css')) {
          answer.body = Buffer.concat([answer.body, Buffer.from(loose)])
        }
      },
    })
    return proxy.url
  }
}
