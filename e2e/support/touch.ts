import { expect, type Locator, type Page } from '@playwright/test'
import { boxOf, design } from './project-page'

interface Point {
  x: number
  y: number
}

/** A finger lifted while it moves is a fling to the browser, also where nothing scrolls, and the next tap only ends it. */
const restMs = 120

/** Fingers on the glass: the browser makes touches, pointers and scrolling of them itself. */
export async function touchScreen(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    })
  return {
    /** Puts the fingers down one after the other, waits for `whenDown`, moves them together, rests and lifts them. */
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

/** Waits until a scroll that a finger has pushed has run out: a tap before that only stops it. */
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

/** Before `goto`: lets `raiseKeyboard` do to the page what an on-screen keyboard does. Headless browsers have none. */
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

/** Covers that much of the window from below; 0 puts the keyboard away. */
export async function raiseKeyboard(page: Page, heightPx: number): Promise<void> {
  await page.evaluate((height) => {
    if ('raiseKeyboard' in window && typeof window.raiseKeyboard === 'function') window.raiseKeyboard(height)
    else throw new Error('givenKeyboard was not called before the page was opened.')
  }, heightPx)
}

/** Names and reach, in CSS pixels, of the controls that a finger may miss: those that do not answer on 44 x 44. */
export async function smallTargets(area: Locator): Promise<string[]> {
  return area.evaluate((root) => {
    const largePx = 44
    const controls = [
      ...root.querySelectorAll<HTMLElement>('button, input, textarea, select, a[class*=button]'),
    ]
    return controls.flatMap((control) => {
      const box = control.getBoundingClientRect()
      const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
      const answers = (x: number, y: number) => control.contains(document.elementFromPoint(x, y))
      // Out of sight, covered, or for screen readers only.
      if (!answers(middle.x, middle.y)) return []
      /** How far it answers from its middle on, to the edge of the window at most. */
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
