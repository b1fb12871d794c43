import { givenProject } from '@pinmark/testbed/client'
import type { Browser, Page } from 'playwright-core'
import { newPage, startBrowser, wideScreen, type Screen } from '../browser'
import { atMost, figure, type Figure } from '../figure'
import { CountedUser } from '../page/counted-user'
import { sharedPicture } from '../picture'
import type { Bench, Row } from '../row'
import { phoneScreen } from '../slow-connection'
import { startSite, type Site } from '../site'

const guestName = 'Ana'
const words = 'The heading needs more air.'

interface Sample {
  seconds: number
  /** Clicks, taps and keys, without the letters of texts. */
  actions: number
}

interface Loop {
  what: string
  screen: Screen
  maxActions: number
  /** Creates the data of a sample. The returned function is measured. */
  prepare: (page: Page) => Promise<Walk>
}

export const p13: Row = {
  id: 'P13',
  work: 'the two core loops, by a program that waits for nothing but the page',
  beside: 'nothing: the number of clicks, taps and keys is the target',
  deadlineSeconds: { quick: 300, full: 600 },
  run: async (bench) => {
    const [site, browser, image] = await Promise.all([
      startSite(bench),
      startBrowser(bench),
      sharedPicture.draw(),
    ])
    const guest = 'a guest, from the link to the stored comment'
    const loops: Loop[] = [
      { what: `${guest}, by mouse`, screen: wideScreen, maxActions: 3, prepare: byPointer(site, image) },
      { what: `${guest}, by touch`, screen: phoneScreen, maxActions: 3, prepare: byPointer(site, image) },
      { what: `${guest}, by keys`, screen: wideScreen, maxActions: 4, prepare: byKeys(site, image) },
      {
        what: 'an owner, from a dropped file to the link on the clipboard',
        screen: wideScreen,
        maxActions: 2,
        prepare: byDrop(site, image),
      },
    ]
    const figures: Figure[] = []
    for (const loop of loops) figures.push(...(await measure(bench, browser, loop)))
    return figures
  },
}

async function measure(
  { rounds, onProgress }: Bench,
  browser: Browser,
  { what, screen, maxActions, prepare }: Loop,
): Promise<Figure[]> {
  const samples: Sample[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const page = await newPage(browser, screen)
    const hands = new CountedUser(page)
    const walk = await prepare(page)
    const start = performance.now()
    await walk(page, hands)
    samples.push({ seconds: (performance.now() - start) / 1_000, actions: hands.actions })
    await page.context().close()
    onProgress(`${what}: round ${round} of ${rounds}`)
  }
  // The first one warms up.
  const measured = samples.slice(1)
  return [
    figure({ what, unit: 's', ours: measured.map(({ seconds }) => seconds), peer: null }),
    figure({
      what: `${what}: clicks, taps and keys beside the texts`,
      unit: 'actions',
      ours: measured.map(({ actions }) => actions),
      peer: null,
      judge: atMost(maxActions),
    }),
  ]
}

type Walk = (page: Page, hands: CountedUser) => Promise<unknown>

/** The design, the name, the words, Submit. */
const byPointer = (site: Site, image: Buffer) => async (): Promise<Walk> => {
  const link = await newLink(site, image)
  return async (page, hands) => {
    await page.goto(link)
    // Playwright taps again when the app replaces the painted design meanwhile, and a page ignores the second tap of two.
    await page.locator('#first-paint').waitFor({ state: 'detached' })
    await hands.press(page.getByRole('img', { name: /^Design/ }), { x: 200, y: 120 })
    const composer = page.getByRole('dialog', { name: 'New comment' })
    await hands.write(composer.getByLabel('Your name'), guestName)
    await hands.write(composer.getByLabel('Your comment'), words)
    await Promise.all([stored(page), hands.press(composer.getByRole('button', { name: 'Submit' }))])
  }
}

const byKeys = (site: Site, image: Buffer) => async (): Promise<Walk> => {
  const link = await newLink(site, image)
  return async (page, hands) => {
    await page.goto(link)
    await page.getByRole('img', { name: /^Design/ }).waitFor()
    // Keys work after the app has started. A press on the design works from its first paint on.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/review-')),
    )
    await hands.key('c')
    await page.getByRole('application', { name: 'Place a comment' }).getByRole('button').waitFor()
    await hands.key('Enter')
    const composer = page.getByRole('dialog', { name: 'New comment' })
    await hands.write(composer.getByLabel('Your name'), guestName)
    await hands.key('Tab')
    await hands.write(composer.getByLabel('Your comment'), words)
    await Promise.all([stored(page), hands.key('Control+Enter')])
  }
}

/** Signed in, with the dashboard open. */
const byDrop =
  (site: Site, image: Buffer) =>
  async (page: Page): Promise<Walk> => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${site.url}/login`)
    await page.getByLabel('Email').fill(site.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(site.owner.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('button', { name: '+ Create new' }).first().waitFor()
    return async (_page, hands) => {
      await page.evaluate((base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([bytes], 'Landing page.png', { type: 'image/png' }))
        for (const type of ['dragenter', 'dragover', 'drop'])
          document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
      }, image.toString('base64'))
      await page.getByRole('dialog', { name: 'Create New Project' }).getByLabel('Name').waitFor()
      await hands.key('Enter')
      await hands.press(page.getByRole('button', { name: 'Copy link' }))
      await page.getByText('Link copied').waitFor()
    }
  }

/** A project without comments, because a pin of an earlier sample would be in the way. */
async function newLink(site: Site, image: Buffer): Promise<string> {
  const { _id } = await givenProject(site.url, site.owner, { image })
  return `${site.url}/project/${_id}`
}

function stored(page: Page): Promise<unknown> {
  return page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/comment/add/') && answer.ok(),
  )
}
