import type { ImagePoint, ImageRegion } from '@pinmark/shared/coordinates'
import type { Stroke } from '@pinmark/shared/entities/comment'
import type { Version } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import type { ThreadView } from './thread-view'
import { formatFacts } from '../../lib/format'

/** `older`, `check` and `gone` belong to comments of an older version: found again, a guess, and no longer there. */
export type PinState = 'open' | 'resolved' | 'older' | 'check' | 'gone' | 'sending' | 'failed' | 'draft'

/** A pin of the canvas. The page derives it from a comment. */
export interface PinModel {
  readonly key: string
  /** The number of the comment; null until the server has assigned it. */
  readonly number: number | null
  /** The accessible name of its button: `Comment 3 by Priya, open, 2 replies, near “Checkout”: The moon is lovely`. */
  readonly label: string
  /** The position of the tip. For a region, its top left corner. */
  readonly point: ImagePoint
  readonly region: { readonly w: number; readonly h: number } | null
  /** From `point`. */
  readonly strokes?: readonly Stroke[] | undefined
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

const known = new WeakMap<ThreadView, Map<string, PinModel | null>>()

/** The pin of a thread on the shown version, or null. Comments on the whole design have none. Those made on
 *  an older version are hollow for a designer, who can move them too. The same thread gives the same pin object,
 *  so that only changed pins render; the rights of the viewer stay the same while a page is open.
 *  @param near the words of the design beside it, as a fact of its name */
export function pinOfThread(
  thread: ThreadView,
  shown: Version,
  isDesigner = false,
  near = '',
): PinModel | null {
  const pins = known.get(thread) ?? new Map<string, PinModel | null>()
  known.set(thread, pins)
  const key = shown._id + near
  const made = pins.get(key)
  if (made !== undefined) return made
  const pin = makePin(thread, shown, isDesigner, near)
  pins.set(key, pin)
  return pin
}

function makePin(thread: ThreadView, shown: Version, isDesigner: boolean, near: string): PinModel | null {
  const { key, number, point, region, strokes, comment, version } = thread
  if (!point) return null
  const state = pinStateOf(thread)
  return {
    key,
    number,
    label: labelOf(thread, state, near),
    point,
    region,
    strokes,
    state,
    isUnread: thread.isNew === true,
    canMove: comment
      ? comment.can.edit || (isDesigner && version !== shown._id && comment.deletedAt === null)
      : state === 'draft' || state === 'failed',
    preview:
      state === 'draft'
        ? { commenter: null, text: m.not_sent_yet(), createdAt: null }
        : { commenter: thread.commenter, text: thread.text, createdAt: thread.createdAt },
  }
}

/** How the pin of a thread looks, on the design and in the list. */
export function pinStateOf({ state, carried }: Pick<ThreadView, 'state' | 'carried'>): PinState {
  if (state !== 'open' || !carried) return state
  return carried.state === 'check' || carried.state === 'gone' ? carried.state : 'older'
}

/** Longer texts are cut off in the accessible name. The popup has the full text. */
const spokenLength = 120

/** `Comment 3 by Priya, open, 2 replies, near “Checkout”: The moon is lovely` */
export function labelOf(thread: ThreadView, state: PinState, near = ''): string {
  const { number, commenter, text, comment } = thread
  if (state === 'draft') return m.pin_draft()
  if (state === 'failed') return m.pin_failed({ name: commenter, text: shorten(text) })
  if (state === 'sending') return m.pin_sending({ name: commenter, text: shorten(text) })
  const replies = comment?.replies.length ?? 0
  const facts = [
    comment?.deletedAt ? m.fact_deleted() : state === 'resolved' ? m.fact_resolved() : m.fact_open(),
    thread.isNew === true && m.fact_new(),
    state === 'older' && m.fact_older_version(),
    thread.region && m.fact_region(),
    replies > 0 && m.count_replies({ count: replies }),
    state === 'check' && m.fact_to_check(),
    state === 'gone' && m.fact_spot_gone(),
    near !== '' && near,
  ].filter((fact) => typeof fact === 'string')
  const said = { number: number ?? '', name: commenter, facts: formatFacts(facts) }
  return text === '' ? m.pin_label(said) : m.pin_label_with_text({ ...said, text: shorten(text) })
}

function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length > spokenLength
    ? `${characters.slice(0, spokenLength).join('')}…`
    : characters.join('')
}
