import { expect, test } from 'vitest'
import { followText, type Line } from './by-text'
import type { FollowedPlace, Place } from './place'

/** Lines of 20 px below each other. */
function linesOf(...texts: (string | [text: string, more: Partial<Line>])[]): Line[] {
  return texts.map((one, at) => {
    const [text, more] = typeof one === 'string' ? [one, {}] : one
    return { text, box: [100, at * 40, text.length * 10, 20], ...more }
  })
}

function followOne(
  place: Place,
  before: Line[],
  after: Line[],
  state: FollowedPlace['state'] = 'check',
): FollowedPlace | undefined {
  const size = { width: 800, height: 1000 }
  const texts = { before: { ...size, lines: before }, after: { ...size, lines: after } }
  return followText([place], [{ ...place, state }], texts)[0]
}

const inSecondLine = { x: 130, y: 50 }

test('words that moved are found again, in another size too', () => {
  const before = linesOf('Home', 'Buy tickets', 'Help')

  const lower = linesOf('Home', 'Summer sale', 'Buy tickets', 'Help')
  expect(followOne(inSecondLine, before, lower, 'gone')).toEqual({ x: 130, y: 90, state: 'followed' })
  const larger = linesOf('Home', ['Buy tickets', { box: [100, 40, 220, 40] }], 'Help')
  expect(followOne(inSecondLine, before, larger)).toEqual({ x: 160, y: 60, state: 'followed' })
})

test('rewritten words are found between words that stayed', () => {
  const before = linesOf('Home', ['Buy tickets', { selector: '#buy' }], 'Help')
  const after = linesOf('Home', 'Summer sale', 'Help')
  const sameElement = linesOf('Home', ['Get your tickets', { selector: '#buy' }], 'Help')

  expect(followOne(inSecondLine, before, sameElement, 'gone')).toMatchObject({ state: 'followed' })
  // Without a selector, its left edge decides; what is gone by the pictures stays gone.
  expect(followOne(inSecondLine, before, after)).toEqual({ ...inSecondLine, state: 'followed' })
  expect(followOne(inSecondLine, before, after, 'gone')).toEqual({ ...inSecondLine, state: 'gone' })
})

test('a paragraph whose lines break elsewhere is one element', () => {
  const part = { selector: '#intro' }
  const before = linesOf('Home', ['One two three', part], ['four five', part], 'Help')
  const after = linesOf('Home', ['Six seven', part], ['eight nine', part], ['ten', part], 'Help')

  expect(followOne({ x: 120, y: 95 }, before, after)).toEqual({ x: 120, y: 95, state: 'followed' })
})

test('words of another alignment or size, and a point beside them, are to check', () => {
  const part = { selector: '#buy' }
  const before = linesOf('Home', ['Buy tickets', part], 'Help')
  const centred = linesOf('Home', ['Get', { ...part, box: [140, 40, 30, 20] }], 'Help')
  const larger = linesOf('Home', ['Get tickets now', { ...part, box: [100, 40, 200, 30] }], 'Help')
  const rewritten = linesOf('Home', ['Get', part], 'Help')

  expect(followOne(inSecondLine, before, centred)).toMatchObject({ x: 130, state: 'check' })
  expect(followOne(inSecondLine, before, larger)).toMatchObject({ state: 'check' })
  expect(followOne({ x: 220, y: 50 }, before, rewritten)).toMatchObject({ state: 'check' })
})

test('what was added or removed between the same words pairs nothing', () => {
  const before = linesOf('Home', ['First', { selector: 'li' }], ['Second', { selector: 'a' }], 'Help')
  const after = linesOf('Home', ['Third', { selector: 'li' }], 'Help')

  expect(followOne(inSecondLine, before, after)).toEqual({ ...inSecondLine, state: 'check' })
  expect(followOne(inSecondLine, before, after, 'gone')).toEqual({ ...inSecondLine, state: 'gone' })
})

test('repeated words are the same beside words that are, and otherwise nothing is decided', () => {
  const before = linesOf('Night train', 'Buy', 'Day train', 'Buy')
  const swapped = linesOf('Coffee', 'Night train', 'Buy', 'Day train', 'Buy')
  expect(followOne({ x: 110, y: 50 }, before, swapped)).toEqual({ x: 110, y: 90, state: 'followed' })

  const unknown = linesOf('Buy', 'Buy', 'Buy')
  expect(followOne({ x: 110, y: 50 }, before, unknown, 'gone')).toMatchObject({ state: 'gone' })
})

test('a region moves with its words if it is hardly larger', () => {
  const before = linesOf('Home', 'Buy tickets', 'Help')
  const after = linesOf('Home', 'Summer sale', 'Buy tickets', 'Help')

  const region = { x: 96, y: 36, w: 118, h: 28 }
  expect(followOne(region, before, after)).toEqual({ x: 96, y: 76, w: 118, h: 28, state: 'followed' })
  const page = { x: 0, y: 0, w: 600, h: 400 }
  expect(followOne(page, before, after, 'gone')).toEqual({ ...page, state: 'gone' })
})

test('places that the pictures decided stay, and pictures without text change nothing', () => {
  const before = linesOf('Home', 'Buy tickets')
  const after = linesOf('Home', 'Sale', 'Buy tickets')

  expect(followOne(inSecondLine, before, after, 'followed')).toEqual({ ...inSecondLine, state: 'followed' })
  expect(followOne(inSecondLine, before, [])).toEqual({ ...inSecondLine, state: 'check' })
  expect(followOne(inSecondLine, [], after)).toEqual({ ...inSecondLine, state: 'check' })
})
