import { expect, test } from 'vitest'
import { isPageKey } from './shortcuts'

function pressOn(html: string, init: KeyboardEventInit = {}): boolean {
  document.body.innerHTML = html
  let isForPage = false
  const target = document.querySelector('[data-here]') ?? document.body
  document.addEventListener('keydown', (event) => (isForPage = isPageKey(event)), { once: true })
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true, ...init }))
  document.body.innerHTML = ''
  return isForPage
}

test.each([
  '<p></p>',
  '<button data-here>Zoom in</button>',
  '<input type="checkbox" data-here>',
  '<div role="dialog"><p data-here></p></div>',
])('a key on %s is for the page', (html) => expect(pressOn(html)).toBe(true))

test.each([
  '<input data-here>',
  '<input type="search" data-here>',
  '<textarea data-here></textarea>',
  '<select data-here></select>',
  '<div contenteditable="true"><b data-here>x</b></div>',
  '<div role="dialog" aria-modal="true"><button data-here></button></div>',
  '<div role="alertdialog"><button data-here></button></div>',
  '<div role="menu"><div role="menuitem" tabindex="0" data-here></div></div>',
])('a key on %s is not', (html) => expect(pressOn(html)).toBe(false))

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])(
  'a key with %j is not',
  (init) => expect(pressOn('<p></p>', init)).toBe(false),
)
