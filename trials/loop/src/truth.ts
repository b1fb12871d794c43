import type { Page } from 'playwright-core'
import type { Wish } from './sites'

/** What an element looks like by itself, and where it stands if its wish is about that. Null without the element. */
export async function looksOf(page: Page, wishes: readonly Wish[]): Promise<Map<string, string | null>> {
  const looks = new Map<string, string | null>()
  for (const { on, text } of wishes) looks.set(on, await page.evaluate(lookOf, { on, text }))
  return looks
}

/** Runs inside the page. It has no named functions, because tsx adds a call to them that the page does not know. */
function lookOf({ on, text }: Wish): string | null {
  const element = document.querySelector(on)
  if (!element) return null
  const style = getComputedStyle(element)
  const { color, backgroundColor, font, lineHeight, textTransform, textAlign, textDecorationLine, padding } =
    style
  const look = [
    color,
    backgroundColor,
    font,
    lineHeight,
    textTransform,
    textAlign,
    textDecorationLine,
    padding,
  ]
  const item = element.closest('li, tr, .bed, p') ?? element
  const { previousElementSibling: before, nextElementSibling: after } = item
  const top = element.getBoundingClientRect().top - (element.parentElement?.getBoundingClientRect().top ?? 0)
  const place = [
    text.includes('one place') && before?.textContent,
    text.includes('line below') && after?.textContent,
    text.includes('space above') && top,
  ]
  return JSON.stringify([element.textContent, look, place])
}
