import { alignRows, heightOn, type Rows } from './align-rows'

/** Maps a height on one side to the other, in pixels of the sheet. */
export type RowMatch = (y: number, from: 'before' | 'after') => number

/** A picture on the sheet of the comparison. */
export interface Side {
  readonly src: string
  /** Its height on the sheet, in pixels of the sheet. */
  readonly height: number
}

/** Minimum height of a row, and maximum number of rows: the work grows with its square. */
const leastRowPx = 4
const mostRows = 800
const columns = 24

/** Finds the rows that two pictures share. Rejects if one of them fails to load. */
export async function matchRows(before: Side, after: Side): Promise<RowMatch> {
  const rowPx = Math.max(leastRowPx, Math.max(before.height, after.height) / mostRows)
  const read = ({ src, height }: Side) => rowsOf(src, Math.max(1, Math.round(height / rowPx)))
  const runs = alignRows(...(await Promise.all([read(before), read(after)])))
  return (y, from) => heightOn(runs, { y, rowPx, from })
}

/** Browsers blur pictures that are reduced in one direction only, and rows would run into each other. So the
 *  picture is reduced to this width, and its columns are averaged here. */
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
      // The fourth channel (alpha) is always 255.
      return (sum - (cell / channels) * 255) / ((cell / channels) * (channels - 1))
    }),
  )
}
