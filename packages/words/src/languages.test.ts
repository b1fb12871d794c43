import { expect, test } from 'vitest'
import { chooseLanguage, languageCookie, languageInCookies } from './languages'

test.each([
  [['en-GB', 'en'], 'en'],
  [['tlh-Latn', 'en-US'], 'en'],
  [['de-CH', 'en'], 'de'],
  [['zh', 'en'], 'zh-CN'],
  [['zh-TW', 'en'], 'zh-CN'],
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

test('a choice is found again among other cookies, and an unknown language counts as none', () => {
  const [choice = ''] = languageCookie('en-XA').split(';')
  for (const cookies of [choice, `a=1; ${choice}; b=2`, `a=1;${choice}`]) {
    expect(languageInCookies(cookies)).toBe('en-XA')
  }
  for (const cookies of ['', 'language=de', `x${choice}`]) expect(languageInCookies(cookies)).toBe('')
  expect(chooseLanguage([languageInCookies('pinmark-language=<script>'), 'en'])).toBe('en')
})
