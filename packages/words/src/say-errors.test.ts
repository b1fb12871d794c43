import { expect, test } from 'vitest'
import { sayErrors } from './say-errors'

const say = sayErrors('de', {
  image_too_large: 'Das Bild hat {size} MB. Erlaubt sind {limit} MB.',
  too_many_logins: 'Versuchen Sie es in {wait} noch einmal.',
  svg_not_drawable: 'Dieses SVG enthält {what}.',
  'svg_not_drawable.a font': 'eine Schrift',
})

test('the values of an error are written as in its language', () => {
  expect(say('image_too_large', 'size=31.4&limit=25')).toBe('Das Bild hat 31,4 MB. Erlaubt sind 25 MB.')
})

test('a value that is a word is said in the language, and any other as it is', () => {
  expect(say('svg_not_drawable', 'what=a+font')).toBe('Dieses SVG enthält eine Schrift.')
  expect(say('svg_not_drawable', 'what=ink')).toBe('Dieses SVG enthält ink.')
})

test.each([
  [1, '1 Sekunde'],
  [119, '119 Sekunden'],
  [121, '3 Minuten'],
  [7_200, '2 Stunden'],
])('a wait of %i seconds is said in the language of the page, whatever the server says', (seconds, words) => {
  expect(say('too_many_logins', 'wait=1+minute', seconds)).toBe(`Versuchen Sie es in ${words} noch einmal.`)
})

test('without a value or a translation there is no sentence, so that the one of the server is shown', () => {
  expect(say('image_too_large', 'size=31.4')).toBeUndefined()
  expect(say('unknown', '')).toBeUndefined()
})
