import { expect, test } from 'vitest'
import { bareName, designNamedAs, designTitleOf, titleAfter, titleOfFile } from './design-name'

test.each([
  ['landing-v4.png', 'landing'],
  ['landing final.png', 'landing'],
  ['Landing_page (2).jpg', 'landing page'],
  ['landing@2x.png', 'landing'],
  ['landing v2 final.webp', 'landing'],
  ['v2.png', 'v2'],
  ['Checkout 1', 'checkout 1'],
  ['about version 2.png', 'about'],
])('the bare name of %s is %s', (name, bare) => {
  expect(bareName(name)).toBe(bare)
})

test.each([
  ['Landing v1', 'landing-v2.png', 'Landing'],
  ['landing-page_version 1', 'Landing page v2.png', 'landing-page'],
  ['Landing v1', 'export.png', 'Landing v1'],
  ['Platform v8', 'platform engine.png', 'Platform v8'],
  ['Checkout 1', 'checkout-1-v2.png', 'Checkout 1'],
  ['v1', 'v1.png', 'v1'],
])('after the next version, the design %s with %s is named %s', (title, fileName, after) => {
  expect(titleAfter(fileName, title)).toBe(after)
})

test('a file name from a Mac, which decomposes letters, names the same design as the composed one', () => {
  const composed = 'Übersicht v2.png'.normalize('NFC')
  const decomposed = composed.normalize('NFD')
  expect(titleOfFile(decomposed)).toBe(titleOfFile(composed))
  expect(bareName(decomposed)).toBe(bareName(composed))
  expect(titleAfter(decomposed, 'Übersicht v1'.normalize('NFC'))).toBe('Übersicht'.normalize('NFC'))
  expect(designTitleOf(`${'ü'.repeat(60)}.png`.normalize('NFD'))).toBe('ü'.repeat(60).normalize('NFC'))
})

test('a file whose name is longer than a title names the design that came from it', () => {
  const name = 'Checkout - Step 3 - Choice of a payment method - Error of the card - Desktop 1440'
  const [home, checkout] = [{ title: 'Home' }, { title: designTitleOf(`${name}.png`) }]

  expect(designNamedAs(`${name} v2.png`, [home, checkout])).toBe(checkout)
  expect(designNamedAs(`Other ${name}.png`, [home, checkout])).toBeUndefined()
})
