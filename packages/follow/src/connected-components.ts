import type { Area } from './change'

/** Connected components of a set of blocks.
 *  @param isOpen 1 for each member of the set; all are 0 afterwards
 *  @param neighboursOf the possible neighbours of a member
 *  @returns the members of each component, in the order of their discovery */
export function connectedComponents(isOpen: Uint8Array, neighboursOf: (at: number) => number[]): number[][] {
  const groups: number[][] = []
  for (let first = isOpen.indexOf(1); first >= 0; first = isOpen.indexOf(1, first + 1)) {
    isOpen[first] = 0
    const group = [first]
    for (let next = 0; next < group.length; next += 1) {
      for (const at of neighboursOf(group[next] ?? 0)) {
        if (isOpen[at] !== 1) continue
        isOpen[at] = 0
        group.push(at)
      }
    }
    groups.push(group)
  }
  return groups
}

/** The cells of a grid around one, with up to `gap` others between them. The cell itself is among them. */
export function cellsNear(
  at: number,
  { across, down, gap }: { across: number; down: number; gap: number },
): number[] {
  const [column, row] = [at % across, Math.floor(at / across)]
  const reach = gap + 1
  const cells: number[] = []
  for (let y = Math.max(0, row - reach); y <= Math.min(down - 1, row + reach); y += 1)
    for (let x = Math.max(0, column - reach); x <= Math.min(across - 1, column + reach); x += 1)
      cells.push(y * across + x)
  return cells
}

/** The area of cells of a grid, in pixels. */
export function boundsOfCells(cells: readonly number[], across: number, cellPx: number): Area {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0]
  for (const at of cells) {
    const [column, row] = [at % across, Math.floor(at / across)]
    left = Math.min(left, column)
    top = Math.min(top, row)
    right = Math.max(right, column + 1)
    bottom = Math.max(bottom, row + 1)
  }
  return { x: left * cellPx, y: top * cellPx, w: (right - left) * cellPx, h: (bottom - top) * cellPx }
}
