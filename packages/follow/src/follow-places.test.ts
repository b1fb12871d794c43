import { expect, test } from 'vitest'
import { followPlaces } from './follow-places'
import type { Place } from './place'
import { reduce } from './plane'
import { cropped, enlarged, givenPage, pasted, withBand, withButton, withPhoto } from '../test/given-page'

const [width, height] = [640, 900]
const cards = [80, 260, 440, 620]
const givenCards = () =>
  givenPage(
    width,
    height,
    cards.map((y, at) => ({ y, seed: at + 1 })),
  )
const followed = (place: Place) => ({ ...place, state: 'followed' })

test('places stay on their content when a section is inserted above some of it', () => {
  const before = givenCards()
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

  const there = [
    { x: 200, y: 120 },
    { x: 300, y: 440 },
    { x: 120, y: 780, w: 160, h: 60 },
  ]
  expect(found).toEqual(there.map(followed))
})

test('a place whose content is deleted is not followed to other content', () => {
  const before = givenCards()
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
  expect(below).toEqual(followed({ x: 300, y: 300 }))
})

test('light on dark is the same content as dark on light', () => {
  const before = givenCards()
  const after = { ...before, data: before.data.map((value) => 255 - value) }

  expect(followPlaces(before, after, [{ x: 300, y: 300 }])).toEqual([followed({ x: 300, y: 300 })])
})

test('rows that look alike are told apart by what stands around them, or left to check', () => {
  const alike = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ y: from + at * 90, seed: 5 }))
  const before = givenPage(width, height, [{ y: 40, seed: 1 }, ...alike(200, 6)])
  const after = givenPage(width, height - 90, [{ y: 40, seed: 1 }, ...alike(200, 5)])

  const [middle] = followPlaces(before, after, [{ x: 300, y: 410 }])

  expect(middle?.state).not.toBe('followed')
})

test('rows that look alike are followed on a page that moved as a whole, unless one of them is missing', () => {
  const page = (top: number, rows: number) =>
    givenPage(width, 2_400, [
      { y: top, seed: 1 },
      ...Array.from({ length: rows }, (_, at) => ({ y: top + 120 + at * 90, seed: 5 })),
      ...Array.from({ length: 10 }, (_, at) => ({ y: top + 860 + at * 100, seed: 10 + at })),
    ])
  const place = { x: 300, y: 440 }

  const [moved] = followPlaces(page(40, 8), page(104, 8), [place])
  const [fewer] = followPlaces(page(40, 8), page(104, 7), [place])

  expect(moved).toEqual(followed({ x: 300, y: 504 }))
  expect(fewer?.state).not.toBe('followed')
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
  expect(below).toEqual(followed({ x: 540, y: 398 }))
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

  expect(followPlaces(empty, empty, [{ x: 640, y: 900 }])).toEqual([followed({ x: 640, y: 900 })])
})

const words = [
  { y: 40, seed: 1 },
  { y: 160, seed: 2 },
  { y: 640, seed: 3 },
  { y: 760, seed: 4 },
]

test('a photo that is replaced in its frame is followed, however plain the new one is there', () => {
  const frame = { x: 120, y: 290, w: 360, h: 300 }
  const page = givenPage(width, height, words)

  const places = [
    { x: 300, y: 400 },
    { x: 140, y: 570 },
    { x: 116, y: 286, w: 368, h: 308 },
  ]

  const found = followPlaces(withPhoto(page, frame, 11), withPhoto(page, frame, 23), places)

  expect(found).toEqual(places.map(followed))
})

test('a photo that is taken out of its frame is not followed', () => {
  const page = givenPage(width, height, words)

  const [found] = followPlaces(withPhoto(page, { x: 120, y: 290, w: 360, h: 300 }, 11), page, [
    { x: 300, y: 400 },
  ])

  expect(found?.state).not.toBe('followed')
})

test('a button with another text is followed by its left edge, however it is aligned', () => {
  const page = givenPage(width, height, words)
  const before = withButton(page, { x: 260, y: 280, w: 120, h: 44 }, 31)
  const aligned = (x: number, w: number) =>
    followPlaces(before, withButton(page, { x, y: 280, w, h: 44 }, 32), [{ x: 300, y: 300 }])

  expect(aligned(260, 160)).toEqual([followed({ x: 300, y: 300 })])
  expect(aligned(240, 160)).toEqual([followed({ x: 280, y: 300 })])
  expect(aligned(220, 160)).toEqual([followed({ x: 260, y: 300 })])
})

test('rows in another order keep what all of them have, also by an odd number of pixels', () => {
  const wide = 1_000
  const rows = [70, 207, 344, 481, 618, 755]
  const row = (y: number, seed: number) => [
    { y, seed, left: 40, right: 360 },
    { y, seed: 77, left: 480, right: 600 },
  ]
  const before = givenPage(
    wide,
    height,
    rows.flatMap((y, at) => row(y, at + 1)),
  )
  const after = givenPage(
    wide,
    height,
    rows.flatMap((y, at) => row(y, rows.length - at)),
  )

  expect(followPlaces(before, after, [{ x: 540, y: 246 }])).toEqual([followed({ x: 540, y: 657 })])
})

test('a place in an export at 2x keeps its distance from the start of its line, however far letters drift', () => {
  const before = givenCards()
  const places = [
    { x: 90, y: 290 },
    { x: 330, y: 290 },
    { x: 540, y: 478 },
  ]

  const found = followPlaces(before, enlarged(before, 40, 1.02), places)

  for (const [at, { x, y }] of places.entries()) {
    const place = found[at]
    expect(place?.state).toBe('followed')
    expect(Math.hypot((place?.x ?? 0) - 2 * x, (place?.y ?? 0) - 2 * y)).toBeLessThanOrEqual(4)
  }
})

test('a place in an export at 2x is followed when the other columns of its row moved sideways', () => {
  const wide = 1_000
  const page = (movedBy: number) =>
    givenPage(
      wide,
      height,
      [40, 240, 440, 640].flatMap((y, at) => [
        { y, seed: at + 1, left: 400, right: 700 },
        { y: y + 100, seed: 77, left: 480, right: 600 },
        { y: y + 100, seed: 78, left: 60 + movedBy, right: 200 + movedBy },
      ]),
    )

  const found = followPlaces(page(0), enlarged(page(24), 0, 1), [
    { x: 540, y: 380 },
    { x: 520, y: 578 },
  ])

  expect(found).toEqual([followed({ x: 1_080, y: 760 }), followed({ x: 1_040, y: 1_156 })])
})

test('the same button in every card stays with its card when the cards move to other columns', () => {
  const wide = 1_000
  const columns = [40, 360, 680]
  const cardAt = (seed: number, at: number) => {
    const [left, y] = [columns[at % 3] ?? 0, 60 + 380 * Math.floor(at / 3)]
    return [
      { y, seed, left, right: left + 260 },
      { y: y + 130, seed: 77, left: left + 60, right: left + 200 },
    ]
  }
  const pageOf = (seeds: number[]) => givenPage(wide, 1_200, seeds.flatMap(cardAt))
  const before = pageOf([1, 2, 3, 4, 5, 6])

  const found = followPlaces(before, pageOf([9, 1, 2, 3, 4, 5, 6]), [
    { x: 800, y: 228 },
    { x: 800, y: 608 },
  ])
  const [removed] = followPlaces(before, pageOf([1, 2, 4, 5, 6]), [{ x: 800, y: 228 }])

  expect(found).toEqual([followed({ x: 160, y: 608 }), followed({ x: 160, y: 988 })])
  expect(removed?.state).not.toBe('followed')
})

test('a cell keeps to its column when the columns of a table move each by itself', () => {
  const wide = 1_000
  const table = (status: number, amount: number) =>
    givenPage(
      wide,
      height,
      [70, 207, 344, 481, 618, 755].flatMap((y, at) => [
        { y, seed: at + 1, left: 40, right: 300 },
        { y, seed: 77, left: status, right: status + 90 },
        { y, seed: at + 11, left: amount, right: amount + 260 },
      ]),
    )

  const found = followPlaces(table(420, 640), table(390, 560), [
    { x: 460, y: 382 },
    { x: 700, y: 382 },
  ])

  expect(found).toEqual([followed({ x: 430, y: 382 }), followed({ x: 620, y: 382 })])
})

test('a text that was rewritten stays where it starts when what follows it in its row moves', () => {
  const row = (seed: number, length: number) =>
    givenPage(1_000, height, [
      { y: 60, seed: 1, left: 40, right: 340 },
      { y: 240, seed, left: 40, right: 40 + length },
      { y: 240, seed: 6, left: 60 + length, right: 400 + length },
      { y: 420, seed: 3, left: 40, right: 340 },
      { y: 600, seed: 4, left: 40, right: 340 },
    ])

  const [found] = followPlaces(row(5, 300), row(10, 240), [{ x: 120, y: 262 }])

  expect(found).toEqual(followed({ x: 120, y: 262 }))
})

test('an icon and a word that a grid has several times are followed where they stand together, in any order of its cells', () => {
  const columns = 5
  const cell = (seed: number, at: number) => {
    const [left, y] = [40 + (at % columns) * 180, 60 + Math.floor(at / columns) * 200]
    return [
      { y, seed: 100 + (seed % 3), left: left + 20, right: left + 66 },
      { y: y + 80, seed: 200 + (seed % 5), left, right: left + 110 },
    ]
  }
  const seeds = Array.from({ length: 15 }, (_, at) => at + 1)
  const grid = (order: number[]) => givenPage(940, 700, order.flatMap(cell))

  const [icon, word] = followPlaces(grid(seeds), grid(seeds.toReversed()), [
    { x: 264, y: 128 },
    { x: 264, y: 150 },
  ])

  expect(icon).toEqual(followed({ x: 624, y: 528 }))
  expect(word).toEqual(followed({ x: 624, y: 550 }))
})

test('a cell that all rows have goes with its row when two rows change places on a page that is otherwise the same', () => {
  const rowsOf = (seeds: number[]) =>
    givenPage(
      width,
      1_500,
      seeds.flatMap((seed, at) => [
        { y: 60 + at * 120, seed, left: 300, right: 390 },
        { y: 60 + at * 120, seed: 77, left: 500, right: 580 },
      ]),
    )

  const found = followPlaces(rowsOf([1, 2, 3, 4, 5, 6]), rowsOf([1, 2, 4, 3, 5, 6]), [{ x: 540, y: 330 }])

  expect(found).toEqual([followed({ x: 540, y: 450 })])
})

test('a row that two lists have stays in its own list when that list changes its order', () => {
  const rowsOf = (from: number, seeds: number[]) =>
    seeds.flatMap((seed, at) => [
      { y: from + at * 110, seed, left: 40, right: 300 },
      { y: from + at * 110, seed: 70 + (seed % 2), left: 820, right: 880 },
    ])
  const page = (first: number[]) =>
    givenPage(940, 1_900, [
      { y: 40, seed: 11 },
      ...rowsOf(160, first),
      { y: 640, seed: 12 },
      { y: 800, seed: 13 },
      { y: 960, seed: 14 },
      ...rowsOf(1_120, [3, 5, 1, 4]),
      { y: 1_600, seed: 15 },
    ])

  const found = followPlaces(page([1, 2, 3, 4]), page([4, 3, 2, 1]), [
    { x: 120, y: 398 },
    { x: 850, y: 288 },
  ])

  expect(found).toEqual([followed({ x: 120, y: 288 }), followed({ x: 850, y: 398 })])
})

test('words that are taken out of a button are not followed, though the button stays', () => {
  const button = { x: 240, y: 380, w: 140, h: 40 }
  const before = withButton(givenCards(), button, 3)
  const data = before.data.slice()
  for (let row = button.y; row < button.y + button.h; row += 1)
    data.fill(70, row * width + button.x, row * width + button.x + button.w)

  const [found] = followPlaces(before, { ...before, data }, [{ x: 300, y: 400 }])

  expect(found?.state).not.toBe('followed')
})

test('a place in an export at 2x goes down by the pixel that what stands around it went down', () => {
  const before = givenCards()
  const lowered = givenPage(
    width,
    height,
    cards.map((y, at) => ({ y: at === 3 ? y + 1 : y, seed: at + 1 })),
  )

  const [found] = followPlaces(before, enlarged(lowered, 0, 1), [{ x: 300, y: 660 }])

  expect(found?.state).toBe('followed')
  expect(Math.abs((found?.y ?? 0) - 1_322)).toBeLessThanOrEqual(1)
})

test('a page laid out for another width has its old scale, though its photo fills the column', () => {
  const photo = withPhoto(givenPage(560, 480, []), { x: 0, y: 0, w: 560, h: 480 }, 5)
  const smaller = { ...photo, ...reduce(photo, 0.86) }
  const words = [20, 120, 220, 320].map((y, at) => ({ y, seed: at + 1, left: 40, right: 460 }))
  const before = pasted(givenPage(600, 940, words), photo, 20, 430)
  const after = pasted(givenPage(516, 870, words), smaller, 17, 430)

  const [found] = followPlaces(before, after, [{ x: 200, y: 150 }])

  expect(found).toEqual(followed({ x: 200, y: 150 }))
})

test('a place that was cropped off the picture is gone', () => {
  const [found] = followPlaces(givenCards(), cropped(givenCards(), 215), [{ x: 300, y: 190 }])

  expect(found).toEqual({ x: 300, y: 0, state: 'gone' })
})

test('missing content is gone, but to check on a page that was laid out for another width', () => {
  const page = (pageWidth: number, ys: number[]) =>
    givenPage(
      pageWidth,
      height,
      ys.map((y) => ({ y, seed: y, left: 40, right: 600 })),
    )
  const [before, left] = [page(width, cards), cards.filter((y) => y !== 260)]
  const place = { x: 300, y: 300 }

  const [found] = followPlaces(before, page(width, left), [place])
  const [relaid] = followPlaces(before, page(width + 120, left), [place])

  expect(found?.state).toBe('gone')
  expect(relaid?.state).toBe('check')
})

test('missing content is to check beyond the edge of a narrower page, but gone if the page was cropped', () => {
  const page = (pageWidth: number, indent: number) =>
    givenPage(
      pageWidth,
      height,
      cards.map((y, at) => ({ y, seed: at + 1, left: at < 2 ? 60 : 60 - indent, right: 460 })),
    )
  const before = pasted(page(width, 0), givenPage(80, 76, [{ y: 0, seed: 9, left: 0, right: 80 }]), 550, 260)
  const place = { x: 590, y: 290 }

  const [relaid] = followPlaces(before, page(520, 20), [place])
  const [croppedOff] = followPlaces(before, page(520, 0), [place])

  expect(relaid).toEqual({ x: 520, y: 290, state: 'check' })
  expect(croppedOff).toEqual({ x: 520, y: 290, state: 'gone' })
})

test('a blank field is followed when its thin lines are rounded apart from what stands around them', () => {
  const page = (cardsBy: number, fieldBy: number) => {
    const moved = cards.map((y, at) => ({ y: y + (at > 0 ? cardsBy : 0), seed: at + 1 }))
    const blank = givenPage(width, height + 140, moved)
    return withBand(withBand(blank, 380 + fieldBy, 1, 200), 412 + fieldBy, 1, 200)
  }

  const [found] = followPlaces(page(0, 0), page(140, 141), [{ x: 300, y: 381 }])

  expect(found?.state).toBe('followed')
  expect(Math.abs((found?.y ?? 0) - 522)).toBeLessThanOrEqual(1)
})

test('content that may have moved to one of two positions is to check, not gone', () => {
  const page = (ys: number[]) =>
    givenPage(width, 1_500, [
      ...[40, 140, 340, 440, 640, 740, 940, 1_040].map((y, at) => ({ y, seed: at + 1 })),
      ...ys.map((y) => ({ y, seed: 77, left: 280, right: 360 })),
    ])

  const [found] = followPlaces(page([250]), page([550, 850]), [{ x: 320, y: 288 }])

  expect(found?.state).toBe('check')
})

test('rows that look alike are followed in an export at 2x', () => {
  const rows = [5, 5, 5, 5, 5, 5, 6, 7].map((seed, at) => ({ y: 40 + at * 100, seed }))
  const before = givenPage(400, height, rows)

  const [found] = followPlaces(before, enlarged(before, 0, 1), [{ x: 200, y: 378 }])

  expect(found).toEqual(followed({ x: 400, y: 756 }))
})
