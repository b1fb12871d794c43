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
