/** A point, or a region with `w` and `h`, in pixels of an image at its natural size, origin top left. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly w?: number | undefined
  readonly h?: number | undefined
}

/** `followed`: the place is on the same content as before. `check`: the place is the best guess. `gone`: the
 *  content no longer exists or was cropped off, and the place is where it would be, or the nearest to it. */
export const followStates = ['followed', 'check', 'gone'] as const

export interface FollowedPlace extends Place {
  readonly state: (typeof followStates)[number]
}

/** A coordinate as it is stored. */
export function toHundredths(value: number): number {
  return Math.round(value * 100) / 100
}
