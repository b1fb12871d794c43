import { expect, test } from 'vitest'
import { formatBytes } from './bytes'

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [112_640, '110 KB'],
  [1_048_576, '1 MB'],
  [3_565_158, '3.4 MB'],
  [26_214_400, '25 MB'],
  [1_288_490_189, '1.2 GB'],
])('%d bytes are %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words))
