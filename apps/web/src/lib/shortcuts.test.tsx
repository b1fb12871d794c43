import { expect, test } from 'vitest'
import { isPageKey, keyName } from './shortcuts'

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

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { key: 'µ', modifierAltGraph: true }])(
  'a key with %j is not',
  (init) => expect(pressOn('<p></p>', init)).toBe(false),
)

test.each([
  ['with AltGr', { key: '[', modifierAltGraph: true }, true],
  [
    'with AltGr, which Windows calls Ctrl and Alt',
    { key: ']', ctrlKey: true, altKey: true, modifierAltGraph: true },
    true,
  ],
  ['with Option', { key: '[', altKey: true }, true],
  ['with Ctrl', { key: '[', ctrlKey: true }, false],
  ['with Cmd', { key: ']', metaKey: true }, false],
  ['with Ctrl and Alt', { key: ']', ctrlKey: true, altKey: true }, false],
])('a bracket %s is for the page: %j is %s', (_how, init, expected) =>
  expect(pressOn('<p></p>', init)).toBe(expected),
)

test('a bracket that is typed into a field is not for the page', () =>
  expect(pressOn('<input data-here>', { key: '[', modifierAltGraph: true })).toBe(false))

test.each([
  ['QWERTY', 'c', 'KeyC', false, 'c'],
  ['QWERTY with Shift', 'C', 'KeyC', true, 'Shift+C'],
  ['QWERTY with Caps Lock', 'C', 'KeyC', false, 'c'],
  ['Dvorak', 'c', 'KeyI', false, 'c'],
  ['Dvorak', 'j', 'KeyC', false, 'j'],
  ['AZERTY', 'm', 'Semicolon', false, 'm'],
  ['AZERTY', 'a', 'KeyQ', false, 'a'],
  ['QWERTZ', 'ü', 'BracketLeft', false, 'ü'],
  ['QWERTZ', '+', 'BracketRight', false, '+'],
  ['Cyrillic', 'с', 'KeyC', false, 'c'],
  ['Cyrillic with Shift', 'С', 'KeyC', true, 'Shift+C'],
  ['Cyrillic', 'х', 'BracketLeft', false, '['],
  ['Cyrillic', 'ъ', 'BracketRight', false, ']'],
  ['Greek', 'ν', 'KeyN', false, 'n'],
  ['Hebrew', 'פ', 'KeyP', false, 'p'],
  ['Arabic', 'ق', 'KeyR', false, 'r'],
  ['Arabic, two letters', 'لا', 'KeyB', false, 'b'],
  ['Thai, a vowel sign', 'ื', 'KeyN', false, 'n'],
  ['Hangul', 'ㅊ', 'KeyC', false, 'c'],
  ['any', 'Escape', 'Escape', false, 'Escape'],
  ['any', '?', 'Slash', true, '?'],
  ['AZERTY', '0', 'Digit0', true, '0'],
])('on %s, %s at %s (Shift: %s) is the shortcut %s', (_layout, key, code, shiftKey, expected) =>
  expect(keyName({ key, code, shiftKey })).toBe(expected),
)
