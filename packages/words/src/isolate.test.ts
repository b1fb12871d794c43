import { expect, test } from 'vitest'
import * as arabic from './compiled/first/ar'
import * as english from './compiled/first/en'
import { wordingIn } from './server'

test('a name inside a sentence from right to left keeps its direction, and numbers are as they are', () => {
  expect(arabic.project_created({ name: '01-home.png' })).toContain('«\u206801-home.png\u2069»')
  expect(arabic.comment_added({ number: 3 })).not.toMatch(/\u2068/)
  expect(english.project_created({ name: '01-home.png' })).not.toMatch(/\u2068/)
})

test('a mail keeps the direction of a name in both directions of writing, and file names contain nothing else', () => {
  const [arabic, german] = [wordingIn('ar').m, wordingIn('de').m]
  expect(arabic.mail_on_host({ host: 'pins.studio.test' })).toContain('\u2068pins.studio.test\u2069')
  expect(german.mail_news_on({ news: '1 neuer Kommentar', project: 'متجر الزهور' })).toBe(
    '\u2068متجر الزهور\u2069: 1 neuer Kommentar',
  )
  expect(german.mail_news_on({ news: '1 neuer Kommentar', project: 'Norra' })).toBe(
    'Norra: 1 neuer Kommentar',
  )
  for (const { export_file } of [arabic, german])
    expect(export_file({ name: 'متجر A' })).not.toMatch(/\u2068/)
})
