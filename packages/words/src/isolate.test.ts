import { expect, test } from 'vitest'
import * as arabic from './compiled/first/ar'
import * as english from './compiled/first/en'

test('a name inside a sentence from right to left keeps its direction, and numbers are as they are', () => {
  expect(arabic.project_created({ name: '01-home.png' })).toContain('«\u206801-home.png\u2069»')
  expect(arabic.comment_added({ number: 3 })).not.toMatch(/\u2068/)
  expect(english.project_created({ name: '01-home.png' })).not.toMatch(/\u2068/)
})
