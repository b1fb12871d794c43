import type { Change } from './change'
import type { Picture } from './picture'

/** Side of the squares that are compared, in pixels. */
const squarePx = 16

/** Lists what differs between a design and its next version, from top to bottom. */
export function changesBetween(before: Picture, after: Picture): Change[] {
  const rows = new Set<number>()
  const height = Math.min(before.height, after.height)
  for (let y = 0; y < height; y += squarePx) if (!isSameRow(before, after, y)) rows.add(y)
  return [...rows].map((y) => {
    const area = { x: 0, y, w: Math.min(before.width, after.width), h: Math.min(squarePx, height - y) }
    return { kind: 'changed', before: area, after: area }
  })
}

function isSameRow(before: Picture, after: Picture, y: number): boolean {
  const width = Math.min(before.width, after.width)
  for (let row = y; row < Math.min(y + squarePx, before.height, after.height); row += 1)
    for (let x = 0; x < width; x += 1) if (valueAt(before, x, row) !== valueAt(after, x, row)) return false
  return true
}

function valueAt({ width, channels, data }: Picture, x: number, y: number): number {
  return data[(y * width + x) * channels] ?? 0
}
