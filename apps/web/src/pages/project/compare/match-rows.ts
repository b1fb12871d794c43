import { alignRows, heightOn, type Rows } from './align-rows'

/** Where a height on one side is on the other, in pixels of the sheet. */
export type RowMatch = (y: number, from: 'before' | 'after') => number

/** A picture as it lies on the sheet that both are compared on. */
export interface Side {
  readonly src: string
  /** On the sheet, in its pixels. */
  readonly height: number
}

/** A row is at least as high as this, and no page has more rows than this: the work grows with their square. */
const leastRowPx = 4
const mostRows = 800
const columns = 24

/** Finds which rows of two pictures show the same. Rejects when one of them does not load. */
export async function matchRows(before: Side, after: Side): Promise<RowMatch> {
  const rowPx = Math.max(leastRowPx, Math.max(before.height, after.height) / mostRows)
  const read = ({ src, height }: Side) => rowsOf(src, Math.max(1, Math.round(height / rowPx)))
  const runs = alignRows(...(await Promise.all([read(before), read(after)])))
  return (y, from) => heightOn(runs, { y, rowPx, from })
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
