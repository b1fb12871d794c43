import { expect, type Locator, type Page } from '@playwright/test'
import { boxOf, design } from './project-page'

interface Point {
  x: number
  y: number
}

/** Browsers treat a finger that is lifted while it moves as a fling, even if nothing scrolls, and the next
 *  tap only stops it. */
const restMs = 120

/** Touches as the hardware sends them: the browser derives touch events, pointer events and scrolling. */
export async function touchScreen(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    })
  return {
    /** Puts the fingers down one after the other, waits for `whenDown`, moves them together, rests, and lifts
     *  them. */
    async drag(from: Point[], to: Point[], steps = 8, whenDown = async () => {}) {
      for (let count = 1; count <= from.length; count += 1) await send('touchStart', from.slice(0, count))
      await whenDown()
      for (let step = 1; step <= steps; step += 1) {
        const points = from.map((start, finger) => {
          const end = to[finger] ?? start
          return {
            x: start.x + ((end.x - start.x) * step) / steps,
            y: start.y + ((end.y - start.y) * step) / steps,
          }
        })
        await send('touchMove', points)
      }
      await page.waitForTimeout(restMs)
      await send(
        'touchMove',
        from.map((start, finger) => to[finger] ?? start),
      )
      await send('touchEnd', [])
    },
  }
}

/** Waits until a scroll by finger has stopped: a tap before that only stops it. */
export async function atRest(page: Page): Promise<void> {
  let last = Number.NaN
  await expect
    .poll(async () => {
      const before = last
      last = (await boxOf(design(page))).y
      return last === before
    })
    .toBe(true)
}

/** Lets `raiseKeyboard` simulate an on-screen keyboard, which headless browsers lack. Call it before
 *  `goto`. */
export async function givenKeyboard(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window.visualViewport
    const height = Object.getOwnPropertyDescriptor(VisualViewport.prototype, 'height')
    if (!seen || !height?.get) throw new Error('This browser has no visual viewport.')
    let keyboardPx = 0
    Object.defineProperty(seen, 'height', { get: () => Number(height.get?.call(seen)) - keyboardPx })
    Object.assign(window, {
      raiseKeyboard(heightPx: number) {
        keyboardPx = heightPx
        seen.dispatchEvent(new Event('resize'))
      },
    })
  })
}

/** Covers this height of the window from below; 0 hides the keyboard. */
export async function raiseKeyboard(page: Page, heightPx: number): Promise<void> {
  await page.evaluate((height) => {
    if ('raiseKeyboard' in window && typeof window.raiseKeyboard === 'function') window.raiseKeyboard(height)
    else throw new Error('givenKeyboard was not called before the page was opened.')
  }, heightPx)
}

/** Names and sizes, in CSS pixels, of the controls that are smaller than 44 x 44. */
export async function smallTargets(area: Locator): Promise<string[]> {
  return area.evaluate((root) => {
    const largePx = 44
    const controls = [
      ...root.querySelectorAll<HTMLElement>('button, input, textarea, select, a[class*=button]'),
    ]
    return controls.flatMap((control) => {
      const box = control.getBoundingClientRect()
      const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
      // A press on the label of a checkbox counts as a press on the checkbox.
      const target = control.closest('label') ?? control
      const answers = (x: number, y: number) => target.contains(document.elementFromPoint(x, y))
      // Not visible, covered, or for screen readers only.
      if (!answers(middle.x, middle.y)) return []
      /** Its clickable distance from its middle, at most to the edge of the window. */
      const reach = (x: number, y: number) => {
        let far = 0
        while (far < largePx && answers(middle.x + x * (far + 1), middle.y + y * (far + 1))) far += 1
        const at = { x: middle.x + x * (far + 1), y: middle.y + y * (far + 1) }
        const isAtEdge = at.x < 0 || at.y < 0 || at.x >= innerWidth || at.y >= innerHeight
        return isAtEdge ? largePx : far
      }
      const width = reach(1, 0) + reach(-1, 0) + 1
      const height = reach(0, 1) + reach(0, -1) + 1
      const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
      return width >= largePx && height >= largePx ? [] : [`${name.trim()}: ${width} x ${height}`]
    })
  })
}
