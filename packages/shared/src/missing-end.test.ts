import { expect, test } from 'vitest'
import { lacksEnd } from './missing-end'

const bytes = (...parts: (number[] | string)[]) =>
  new Uint8Array(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (letter) => letter.codePointAt(0) ?? 0) : part,
    ),
  )
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const chunk = (type: string, length: number) => [
  ...bytes([0, 0, 0, length], type),
  ...Array<number>(length + 4).fill(7),
]
/** A segment that contains a small JPEG with its own end. */
const preview = [0xff, 0xe1, 0, 8, 0xff, 0xd8, 0xff, 0xda, 0xff, 0xd9]
const scan = [0xff, 0xda, 0, 2, 1, 2, 0xff, 0, 3]

test.each([
  ['a JPEG', bytes([0xff, 0xd8], preview, scan, [0xff, 0xd9])],
  ['a JPEG with a film behind it', bytes([0xff, 0xd8], preview, scan, [0xff, 0xd9], 'ftypmp42')],
  ['a PNG', bytes(pngStart, chunk('IDAT', 9), chunk('IEND', 0))],
  ['a PNG with other bytes behind it', bytes(pngStart, chunk('IDAT', 9), chunk('IEND', 0), 'more')],
  ['a GIF', bytes('GIF89a', [1, 2, 0x3b])],
  ['a GIF that is filled with zeros', bytes('GIF89a', [1, 2, 0x3b, 0, 0])],
  ['another file', bytes('%PDF-1.7')],
  ['an empty file', bytes()],
])('%s lacks no end', (_name, file) => {
  expect(lacksEnd(file)).toBe(false)
})

test.each([
  ['a JPEG in its scan', bytes([0xff, 0xd8], preview, scan)],
  ['a JPEG in its metadata', bytes([0xff, 0xd8], preview.slice(0, 7))],
  ['a PNG in its pixels', bytes(pngStart, chunk('IDAT', 9).slice(0, 12))],
  ['a PNG between two chunks', bytes(pngStart, chunk('IDAT', 9))],
  ['a GIF', bytes('GIF89a', [0x3b, 1, 2])],
])('%s that is cut off lacks its end', (_name, file) => {
  expect(lacksEnd(file)).toBe(true)
})
