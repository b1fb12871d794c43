import { expect, test } from 'vitest'
import { followPlaces } from './follow-places'
import type { Picture } from './picture'

function givenPicture(valueAt: (x: number, y: number) => number): Picture {
  const [width, height] = [200, 200]
  const data = Uint8Array.from({ length: width * height }, (_, at) =>
    valueAt(at % width, Math.floor(at / width)),
  )
  return { width, height, channels: 1, data }
}

const texture = (x: number, y: number) => (x * 7 + y * 13 + ((x * y) >> 3)) & 255

test('a place stays where nothing has changed, and is uncertain where the content differs', () => {
  const before = givenPicture(texture)
  const after = givenPicture((x, y) => (x < 100 ? texture(x, y) : 255 - texture(x, y)))

  const [same, different] = followPlaces(before, after, [
    { x: 50, y: 60 },
    { x: 150, y: 60, w: 20, h: 10 },
  ])

  expect(same).toEqual({ x: 50, y: 60, state: 'followed' })
  expect(different).toEqual({ x: 150, y: 60, w: 20, h: 10, state: 'check' })
})
