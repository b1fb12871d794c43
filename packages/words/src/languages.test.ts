import { expect, test } from 'vitest'
import { chooseLanguage } from './languages'

test.each([
  [['en-GB', 'en'], 'en'],
  [['fr-FR', 'en-US'], 'en'],
  // Names of a system, as some browsers report them.
  [['en_US.UTF-8'], 'en'],
  [['en-US@posix'], 'en'],
  [['en-xa'], 'en-XA'],
  // Unknown, odd or none.
  [['C'], 'en'],
  [['tlh'], 'en'],
  [['', '*', '-', '__proto__', 'constructor'], 'en'],
  [[], 'en'],
])('a browser that wishes %j gets %s', (wished, language) => {
  expect(chooseLanguage(wished)).toBe(language)
})
