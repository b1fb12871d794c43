import type { LiveEvent } from '@pinmark/shared/events'
import type { Actor } from '../core/actor'
import { hasBecomeViewOnly } from '../projects/link-state'
import type { ProjectRecord } from '../projects/project.record'

/** One open page that receives events. */
export interface LivePage {
  actor: Actor
  /** The id in its address, which may be a link that ends. */
  projectId: string
  /** The same for all pages of one visitor. */
  visitor: string
  /** The name under which others see this visitor. */
  name: string | null
  /** Whether the visitor is the owner or a member. */
  isDesigner: boolean
  endsAt: Date
  send: (event: string | Buffer) => void
  end: () => void
}

/** An event as text of the stream.
 *  @param position where a page that loses its stream continues; null for an event that changes nothing about that */
export function toEventText(event: LiveEvent, position: string | null): string {
  return `${position === null ? '' : `id: ${position}\n`}data: ${JSON.stringify(event)}\n\n`
}

/** An empty event. It keeps proxies from closing an idle stream, and detects pages that are gone. */
export const heartbeat = ': \n\n'

/** How long a page waits before it reconnects. */
export const retryText = 'retry: 2000\n\n'

/** What a page knows of a project: its changes up to a number, and whether its link had become view-only at its end date.
 *  Nothing is stored when that happens. */
export interface Position {
  seq: number
  isViewOnly: boolean
}

const viewOnlyMark = 'v'

/** The position after change number `seq` as text: the ids of live events. */
export function positionText({ link }: Pick<ProjectRecord, 'link'>, seq: number): string {
  return `${seq}${hasBecomeViewOnly(link) ? viewOnlyMark : ''}`
}

/** @returns null for any other text */
export function readPosition(text: string | undefined): Position | null {
  const [, seq, mark] = /^(\d{1,15})(v?)$/.exec(text ?? '') ?? []
  return seq === undefined ? null : { seq: Number(seq), isViewOnly: mark === viewOnlyMark }
}
