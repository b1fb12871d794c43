import type { Random } from '@pinmark/testbed/random'
import type { Browser, Page } from 'playwright-core'
import type { Site, Wish } from './sites'

export interface Pin extends Wish {
  /** Pixels of the picture. */
  readonly x: number
  readonly y: number
}

/** How far from its words a button is pressed. Pinmark looks for words within 24 px. */
const besidePx = 14

/** Chooses a spot inside of each element: on its words, or a little beside them on a button. From top to bottom, as someone
 *  reads.
 *  @param page of the site, as wide as its picture */
export async function choosePins(page: Page, { wishes }: Site, random: Random): Promise<Pin[]> {
  const pins: Pin[] = []
  for (const wish of wishes) {
    const boxes = await page.locator(wish.on).evaluate((element, beside) => {
      const isOnGround = getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)'
      const edge = isOnGround ? beside : 0
      const whole = element.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(element)
      return [...range.getClientRects()]
        .filter(({ width, height }) => width > 2 && height > 2)
        .map(({ left, top, right, bottom }) => {
          const [x, y] = [Math.max(left - edge, whole.left), Math.max(top - edge, whole.top)]
          const width = Math.min(right + edge, whole.right) - x
          return { x: x + scrollX, y: y + scrollY, width, height: Math.min(bottom + edge, whole.bottom) - y }
        })
    }, besidePx)
    const { x, y, width, height } = random.pick(boxes)
    const within = () => 0.1 + 0.8 * random.next()
    pins.push({ ...wish, x: x + within() * width, y: y + within() * height })
  }
  return pins.toSorted((one, other) => one.y - other.y || one.x - other.x)
}

const phone = { width: 390, height: 844 }
/** The height at which a reviewer brings a spot before they tap it, in CSS pixels: above the keyboard and the sheet. */
const comfortablePx = 330

/** Leaves the pins on a phone, with only a name.
 *  @param address of the shared link */
export async function review(
  browser: Browser,
  { address, site: { reviewer, widthPx }, pins }: { address: string; site: Site; pins: readonly Pin[] },
): Promise<void> {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true })
  try {
    const page = await context.newPage()
    await page.goto(address)
    const frame = page.getByRole('group', { name: 'Design' })
    const design = frame.getByRole('img', { name: /^Design/ })
    await design.waitFor()
    for (const [index, { x, y, text }] of pins.entries()) {
      const scale = (await boxOf(design)).width / widthPx
      await swipe(page, (await boxOf(design)).y + y * scale - comfortablePx)
      const box = await boxOf(design)
      await page.touchscreen.tap(box.x + x * scale, box.y + y * scale)
      const composer = page.getByRole('dialog', { name: 'New comment' })
      if (index === 0) await composer.getByLabel('Your name').fill(reviewer)
      await composer.getByLabel('Your comment').fill(text)
      await composer.getByRole('button', { name: 'Submit' }).tap()
      await composer.waitFor({ state: 'hidden' })
    }
  } finally {
    await context.close()
  }
}

async function boxOf(design: ReturnType<Page['locator']>) {
  const box = await design.boundingBox()
  if (!box) throw new Error('The design is not on the screen.')
  return box
}

/** Browsers treat a finger that is lifted while it moves as a fling, and the next tap only stops it. */
const restMs = 120
const steps = 8
/** Beside the design, where a finger moves no pin. */
const edgePx = 5
/** The longest move of a finger, in CSS pixels. */
const reachPx = 400

/** Scrolls by a finger. @param distancePx downwards, in CSS pixels */
async function swipe(page: Page, distancePx: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: edgePx, y }] })
  for (let left = distancePx; Math.abs(left) > reachPx / 8;) {
    const move = Math.max(-reachPx, Math.min(left, reachPx))
    const start = phone.height / 2 + move / 2
    await send('touchStart', start)
    for (let step = 1; step <= steps; step += 1) await send('touchMove', start - (move * step) / steps)
    await page.waitForTimeout(restMs)
    await send('touchMove', start - move)
    await send('touchEnd')
    left -= move
  }
  await session.detach()
}
