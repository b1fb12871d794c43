import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ByteBlocks } from './byte-blocks'

test('bytes that came in pieces of any size come out in order, and only once', () => {
  const sizes = [1, 1, 0, 16 * 1024 - 3, 2, 40_000, 1, 16 * 1024]
  const pieces = sizes.map((size) => randomBytes(size))
  const blocks = new ByteBlocks()

  for (const piece of pieces) blocks.add(piece)

  const all = Buffer.concat(pieces)
  expect(blocks.length).toBe(all.length)
  expect(blocks.take().equals(all)).toBe(true)
  expect([blocks.length, blocks.take().length]).toEqual([0, 0])
})

test('small pieces are copied, so that none of their buffers is kept', () => {
  const blocks = new ByteBlocks()
  const piece = Buffer.from('a')

  for (let count = 0; count < 3; count += 1) blocks.add(piece)
  piece.write('b')

  expect(blocks.take().toString()).toBe('aaa')
})
