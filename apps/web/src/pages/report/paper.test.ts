import { expect, test } from 'vitest'
import { usualPaper } from './paper'

test.each([
  ['en-US', 'Letter'],
  ['es-MX', 'Letter'],
  ['de', 'A4'],
  ['en-US@posix', 'Letter'],
  ['', 'Letter'],
  ['C', 'Letter'],
  ['POSIX', 'A4'],
  ['en_US.UTF-8', 'Letter'],
  ['de_DE@euro', 'Letter'],
  [undefined, 'Letter'],
  [null, 'Letter'],
])('a browser that names its language "%s" gets %s', (language, paper) => {
  expect(usualPaper(language)).toBe(paper)
})
