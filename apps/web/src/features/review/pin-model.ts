import type { ImagePoint, ImageRegion } from '@pinmark/shared/coordinates'

/** `older`, `check` and `gone` belong to comments of an older version: found again, a guess, and no longer there. */
export type PinState = 'open' | 'resolved' | 'older' | 'check' | 'gone' | 'sending' | 'failed' | 'draft'

/** A pin of the canvas. The page derives it from a comment. */
export interface PinModel {
  readonly key: string
  /** The number of the comment; null until the server has assigned it. */
  readonly number: number | null
  /** The accessible name of its button: `Comment 3 by Priya, open, 2 replies: The moon is lovely`. */
  readonly label: string
  /** The position of the tip. For a region, its top left corner. */
  readonly point: ImagePoint
  readonly region: { readonly w: number; readonly h: number } | null
  readonly state: PinState
  readonly isUnread: boolean
  /** Whether this visitor can drag it. */
  readonly canMove: boolean
  readonly preview: PinPreview | null
}

/** The content of its label. A draft has neither name nor time. */
export interface PinPreview {
  readonly commenter: string | null
  readonly text: string
  readonly createdAt: string | null
}

export function regionOf(pin: Pick<PinModel, 'point' | 'region'>): ImageRegion | null {
  return pin.region && { ...pin.point, ...pin.region }
}

const openStates: ReadonlySet<PinState> = new Set(['open', 'older', 'check', 'gone'])

/** Whether it belongs to a stored comment that is open, of this version or an older one. */
export function isOpenPin({ state }: Pick<PinModel, 'state'>): boolean {
  return openStates.has(state)
}

/** Only pins of stored comments are clustered: drafts and comments being sent are never hidden. */
export function canCluster(pin: PinModel): boolean {
  return pin.state === 'resolved' || isOpenPin(pin)
}

/** Pins that a finger can drag directly. The pin of a stored comment is moved by mouse or by `Move`, because
 *  a finger that starts on it usually wants to scroll. */
export function followsFinger(pin: PinModel): boolean {
  return pin.canMove && (pin.state === 'draft' || pin.state === 'failed')
}
