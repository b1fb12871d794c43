import { expect, test } from 'vitest'
import { changeOfWords, quoteAt, quoteOf } from './design-text'

const line = (text: string, ...box: number[]) => ({ text, box })
const pinAt = (x: number, y: number) => ({ point: { x, y }, region: null })
const page = [
  line('Your cart', 40, 40, 200, 30),
  line('Total 48 €', 40, 100, 120, 20),
  line('Checkout', 40, 140, 100, 20),
]

test('a pin quotes the line under it, or the nearest one that is close', () => {
  expect(quoteAt(page, pinAt(60, 110))).toBe('Total 48 €')
  expect(quoteAt(page, pinAt(60, 134))).toBe('Checkout')
  expect(quoteAt(page, pinAt(400, 110))).toBe('')
  expect(quoteAt(page, { point: null, region: null })).toBe('')
})

test('a region quotes the lines that it is around, and not those that it only touches', () => {
  const region = { point: { x: 30, y: 66 }, region: { w: 150, h: 100 } }
  expect(quoteAt(page, region)).toBe('Total 48 €, Checkout')
  expect(quoteAt(page, { point: { x: 50, y: 104 }, region: { w: 20, h: 10 } })).toBe('Total 48 €')
})

test('a place that is not certain quotes nothing', () => {
  const carried = (state: 'followed' | 'placed' | 'check' | 'gone' | 'pending') =>
    quoteAt(page, { ...pinAt(60, 110), carried: { from: 1, state } })
  expect((['followed', 'placed'] as const).map(carried)).toEqual(['Total 48 €', 'Total 48 €'])
  expect((['check', 'gone', 'pending'] as const).map(carried)).toEqual(['', '', ''])
})

test('a quote has at most 120 letters', () => {
  const quote = quoteAt([line('é'.repeat(200), 0, 0, 10, 10)], pinAt(1, 1))
  expect(quote).toBe(`${'é'.repeat(119)}…`)
})

test('a quote of an area with many lines reads only those that it shows', () => {
  const lines = [
    line('é'.repeat(121), 0, 0, 10, 10),
    {
      ...line('', 0, 10, 10, 10),
      get text(): string {
        throw new Error('it was read')
      },
    },
  ]
  expect(quoteOf(lines)).toBe(`${'é'.repeat(119)}…`)
})

test('a change of words names the lines that only one version has', () => {
  const area = { x: 0, y: 0, w: 300, h: 200 }
  const before = { area, lines: [line('Tickets', 10, 10, 80, 20), line('Buy tickets', 10, 50, 80, 20)] }
  const after = { area, lines: [line('Tickets', 10, 10, 80, 20), line('Get tickets', 10, 52, 80, 20)] }
  expect(changeOfWords(before, after)).toEqual({ before: 'Buy tickets', after: 'Get tickets' })
  expect(changeOfWords(before, before)).toBeNull()
  const word = { x: 8, y: 48, w: 30, h: 24 }
  expect(changeOfWords({ ...before, area: word }, { ...after, area: word })).toEqual({
    before: 'Buy tickets',
    after: 'Get tickets',
  })
})
