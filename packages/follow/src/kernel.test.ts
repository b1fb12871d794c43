import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { randomOf } from '../truth/random'
import { startKernel } from './kernel'
import { kernelBytes } from './kernel-bytes'

const [width, height] = [64, 40]

function givenPlanes() {
  const kernel = startKernel(2 * width * height)
  const random = randomOf(7)
  const [a, b] = [kernel.take(width * height), kernel.take(width * height)]
  for (let at = 0; at < a.length; at += 1)
    [a[at], b[at]] = [Math.floor(random() * 256), Math.floor(random() * 256)]
  return { kernel, a, b }
}

test('the bytes of the kernel are those of its text; `npx vitest run src/kernel.test.ts -u` writes them', async () => {
  const text = await readFile(new URL('kernel.wat', import.meta.url), 'utf8')
  const assembler = await wabt()

  const { buffer } = assembler.parseWat('kernel.wat', text, { simd: true }).toBinary({})

  const bytes = Buffer.from(buffer).toString('base64')
  const file = `/** \`kernel.wat\`, written by \`kernel.test.ts\`. */\nexport const kernelBytes =\n  '${bytes}'\n`
  await expect(file).toMatchFileSnapshot('kernel-bytes.ts')
  expect(kernelBytes).toBe(bytes)
})

test('sums over two rectangles are those of their pixels', () => {
  const { kernel, a, b } = givenPlanes()
  const [startA, startB, rows] = [3 * width + 5, 9 * width + 11, 6]

  const sums = kernel.sums(a.byteOffset + startA, 2 * width, b.byteOffset + startB, 3 * width, 48, rows)

  const expected = { a: 0, b: 0, squaresA: 0, squaresB: 0, products: 0 }
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < 48; column += 1) {
      const valueA = a[startA + 2 * row * width + column] ?? 0
      const valueB = b[startB + 3 * row * width + column] ?? 0
      expected.a += valueA
      expected.b += valueB
      expected.squaresA += valueA ** 2
      expected.squaresB += valueB ** 2
      expected.products += valueA * valueB
    }
  expect(sums).toEqual(expected)
})

test('the strength of an edge is a quarter of the sum of both slopes, and at most 255', () => {
  const { kernel, a, b } = givenPlanes()
  const [start, count] = [5 * width + 8, 32]
  // Some edges exceed the largest value that can be stored.
  a.set(a.map((value) => (value < 128 ? 0 : value)))

  const hasEdges = kernel.edges(a.byteOffset + start, width, b.byteOffset + start, count)

  const valueOf = (at: number) => a[at] ?? 0
  const slope = (at: number, beside: number, across: number) =>
    [-across, 0, 0, across]
      .map((by) => valueOf(at + by + beside) - valueOf(at + by - beside))
      .reduce((sum, difference) => sum + difference)
  const expected = Array.from({ length: count }, (_, column) => {
    const at = start + column
    return Math.min(255, (Math.abs(slope(at, 1, width)) + Math.abs(slope(at, width, 1))) >> 2)
  })
  expect([...b.subarray(start, start + count)]).toEqual(expected)
  expect(expected).toContain(255)
  expect(hasEdges).toBe(true)
  a.fill(200)
  expect(kernel.edges(a.byteOffset + start, width, b.byteOffset + start, count)).toBe(false)
})
