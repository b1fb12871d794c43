import { expect, test } from 'vitest'
import { followPlaces } from './follow-places'
import { givenPage } from '../test/given-page'

const [width, height] = [640, 900]
const cards = [80, 260, 440, 620]

test('places stay on their content when a section is inserted above some of it', () => {
  const before = givenPage(
    width,
    height,
    cards.map((y, at) => ({ y, seed: at + 1 })),
  )
  const after = givenPage(width, height + 140, [
    { y: 80, seed: 1 },
    { y: 230, seed: 9 },
    ...cards.slice(1).map((y, at) => ({ y: y + 140, seed: at + 2 })),
  ])

  const found = followPlaces(before, after, [
    { x: 200, y: 120 },
    { x: 300, y: 300 },
    { x: 120, y: 640, w: 160, h: 60 },
  ])

  expect(found).toEqual([
    { x: 200, y: 120, state: 'followed' },
    { x: 300, y: 440, state: 'followed' },
    { x: 120, y: 780, w: 160, h: 60, state: 'followed' },
  ])
})

test('a place whose content is deleted is not followed to other content', () => {
  const before = givenPage(
    width,
    height,
    cards.map((y, at) => ({ y, seed: at + 1 })),
  )
  const after = givenPage(width, height - 180, [
    { y: 80, seed: 1 },
    { y: 260, seed: 3 },
    { y: 440, seed: 4 },
  ])

  const [gone, below] = followPlaces(before, after, [
    { x: 300, y: 300 },
    { x: 300, y: 480 },
  ])

  expect(gone?.state).not.toBe('followed')
  expect(below).toEqual({ x: 300, y: 300, state: 'followed' })
})

test('light on dark is the same content as dark on light', () => {
  const boxes = cards.map((y, at) => ({ y, seed: at + 1 }))
  const before = givenPage(width, height, boxes)
  const after = { ...before, data: before.data.map((value) => 255 - value) }

  expect(followPlaces(before, after, [{ x: 300, y: 300 }])).toEqual([{ x: 300, y: 300, state: 'followed' }])
})

test('rows that look alike are told apart by what stands around them, or left to check', () => {
  const alike = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ y: from + at * 90, seed: 5 }))
  const before = givenPage(width, height, [{ y: 40, seed: 1 }, ...alike(200, 6)])
  const after = givenPage(width, height - 90, [{ y: 40, seed: 1 }, ...alike(200, 5)])

  const [middle] = followPlaces(before, after, [{ x: 300, y: 410 }])

  expect(middle?.state).not.toBe('followed')
})

test('the same button in every row stays with its row, and is gone with it', () => {
  const button = { left: 480, right: 600, seed: 77 }
  const row = (y: number, seed: number) => [
    { y, seed, left: 40, right: 360 },
    { y, ...button },
  ]
  const before = givenPage(width, height, [
    ...row(80, 1),
    ...row(220, 2),
    ...row(360, 3),
    ...row(500, 4),
    ...row(640, 5),
  ])
  const after = givenPage(width, height - 140, [
    ...row(80, 1),
    ...row(220, 2),
    ...row(360, 4),
    ...row(500, 5),
  ])

  const [deleted, below] = followPlaces(before, after, [
    { x: 540, y: 398 },
    { x: 540, y: 538 },
  ])

  expect(deleted?.state).not.toBe('followed')
  expect(below).toEqual({ x: 540, y: 398, state: 'followed' })
})

test('places on an empty picture of another height are left to check where they were', () => {
  const empty = givenPage(width, height, [])
  const longer = givenPage(width, height + 100, [])

  expect(followPlaces(empty, longer, [{ x: 640, y: 900 }])).toMatchObject([
    { x: 640, y: 900, state: 'check' },
  ])
})

test('a place is followed where next to nothing changed, however plain it is', () => {
  const empty = givenPage(width, height, [])

  expect(followPlaces(empty, empty, [{ x: 640, y: 900 }])).toEqual([{ x: 640, y: 900, state: 'followed' }])
})
