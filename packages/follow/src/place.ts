/** A point, or a region with `w` and `h`, in pixels of an image at its natural size, origin top left. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly w?: number | undefined
  readonly h?: number | undefined
}

/** `followed`: the place lies on what it lay on. `check`: the best guess. `gone`: the content is no longer there, and
 *  the place is where it would be. */
export const followStates = ['followed', 'check', 'gone'] as const

export interface FollowedPlace extends Place {
  readonly state: (typeof followStates)[number]
}
