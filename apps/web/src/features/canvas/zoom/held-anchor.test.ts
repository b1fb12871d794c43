import { expect, test } from 'vitest'
import { createHeldAnchor } from './anchors'

const anchor = { image: { x: 400, y: 900 }, inView: { x: 200, y: 300 } }
const scrolled = { scrollLeft: 10, scrollTop: 20 }

function givenHeld() {
  const held = createHeldAnchor()
  held.remember(anchor, scrolled)
  return held
}

test('there is no anchor before the first zoom', () => {
  expect(createHeldAnchor().find(anchor.inView, scrolled, null)).toBeNull()
})

test('another zoom at the same place keeps the same pixel, drawn or not', () => {
  const held = givenHeld()
  expect(held.find({ x: 200.6, y: 300.6 }, scrolled, null)).toBe(anchor)
  expect(held.find(anchor.inView, scrolled, anchor)).toBe(anchor)
})

test.each([
  ['the pointer moved', { x: 201, y: 300 }, scrolled, null],
  ['the design scrolled', anchor.inView, { ...scrolled, scrollTop: 21 }, null],
  ['another zoom is pending', anchor.inView, scrolled, { ...anchor }],
])('the pixel is released when %s', (_reason, inView, offset, pending) => {
  expect(givenHeld().find(inView, offset, pending)).toBeNull()
})
