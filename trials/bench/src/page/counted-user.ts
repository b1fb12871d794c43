import type { Locator, Page } from 'playwright-core'

interface Spot {
  /** CSS px from the upper left corner of the element. */
  x: number
  y: number
}

/** Uses a page as a person does, and counts clicks, taps and keys. Letters of a text do not count. */
export class CountedUser {
  actions = 0

  constructor(private readonly page: Page) {}

  /** A click, or a tap on a touch device. */
  async press(target: Locator, position?: Spot): Promise<void> {
    this.actions += 1
    const isTouch = await this.page.evaluate(() => matchMedia('(pointer: coarse)').matches)
    const options = position ? { position } : {}
    if (isTouch) await target.tap(options)
    else await target.click(options)
  }

  async key(name: string): Promise<void> {
    this.actions += 1
    await this.page.keyboard.press(name)
  }

  /** Types into a field. Presses it first, unless it has the focus. */
  async write(field: Locator, text: string): Promise<void> {
    await field.waitFor()
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.press(field)
    await this.page.keyboard.type(text)
  }
}
