import { useEffect, useState } from 'react'
import { alignRows, heightOn, type Rows } from './align-rows'

/** Where a height on one side is on the other, in pixels of the sheet. */
export type RowMatch = (y: number, from: 'before' | 'after') => number

interface Side {
  readonly src: string
  /** On the sheet, in its pixels. */
  readonly height: number
}

/** A row is at least as high as this, and no page has more rows than this: the work grows with their square. */
const leastRowPx = 4
const mostRows = 800
const columns = 24

/** Matches the rows of two pictures once they are drawn; null until then, and as long as it is not asked for. */
export function useRowMatch(before: Side, after: Side, isOn: boolean): RowMatch | null {
  const [match, setMatch] = useState<{ key: string; find: RowMatch } | null>(null)
  const key = `${before.src} ${after.src}`
  const { src: beforeSrc, height: beforeHeight } = before
  const { src: afterSrc, height: afterHeight } = after
  useEffect(() => {
    if (!isOn) return undefined
    let isOver = false
    const rowPx = Math.max(leastRowPx, Math.max(beforeHeight, afterHeight) / mostRows)
    const read = (src: string, height: number) => rowsOf(src, Math.max(1, Math.round(height / rowPx)))
    Promise.all([read(beforeSrc, beforeHeight), read(afterSrc, afterHeight)]).then(
      ([one, other]) => {
        if (isOver) return
        const runs = alignRows(one, other)
        setMatch({ key, find: (y, from) => heightOn(runs, { y, rowPx, from }) })
      },
      // A picture that does not load says so where it is shown: both sides then scroll by the same distance.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [isOn, key, beforeSrc, beforeHeight, afterSrc, afterHeight])
  return match?.key === key ? match.find : null
}

/** Browsers blur what they make much smaller in one direction only, so that rows would run into each other: the picture
 *  is drawn this wide, and its columns are averaged here. */
const drawnWidth = 240
const channels = 4

async function rowsOf(src: string, count: number): Promise<Rows> {
  const image = new Image()
  image.src = src
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = drawnWidth
  canvas.height = count
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return []
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, drawnWidth, count)
  const { data } = context.getImageData(0, 0, drawnWidth, count)
  const cell = (drawnWidth / columns) * channels
  return Array.from({ length: count }, (_, row) =>
    Uint8ClampedArray.from({ length: columns }, (__, column) => {
      const start = row * drawnWidth * channels + column * cell
      const sum = data.subarray(start, start + cell).reduce((total, value) => total + value, 0)
      // The fourth channel is 255 for all of it.
      return (sum - (cell / channels) * 255) / ((cell / channels) * (channels - 1))
    }),
  )
}
