/** A rectangle in pixels of an image at its natural size, origin top left. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export const changeKinds = ['added', 'removed', 'moved', 'changed'] as const

/** A difference between two versions of a design. An area is null on the side where the content does not exist. */
export interface Change {
  readonly kind: (typeof changeKinds)[number]
  readonly before: Area | null
  readonly after: Area | null
}

/** The bounding box of areas. @param areas at least one */
export function unionOf(areas: readonly Area[]): Area {
  const x = Math.min(...areas.map((area) => area.x))
  const y = Math.min(...areas.map((area) => area.y))
  const right = Math.max(...areas.map((area) => area.x + area.w))
  const bottom = Math.max(...areas.map((area) => area.y + area.h))
  return { x, y, w: right - x, h: bottom - y }
}

/** @param zoom pixels of the plane that the area is on, per pixel of its picture */
export function toNatural({ x, y, w, h }: Area, zoom: number): Area {
  const natural = (value: number) => Math.round(value / zoom)
  return { x: natural(x), y: natural(y), w: natural(w), h: natural(h) }
}

export function overlaps(a: Area, b: Area): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

/** Sorts changes from top to bottom, then from left to right. */
export function inReadingOrder(a: Change, b: Change): number {
  const [one, other] = [a.after ?? a.before, b.after ?? b.before]
  return (one?.y ?? 0) - (other?.y ?? 0) || (one?.x ?? 0) - (other?.x ?? 0)
}
