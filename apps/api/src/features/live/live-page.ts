import type { LinkPermission } from '@pinmark/shared/entities/primitives'
import type { LiveEvent } from '@pinmark/shared/events'
import type { Actor } from '../../access/actor'
import type { Position } from '../../platform/change-stream'

/** One open page that is told what happens. */
export interface LivePage {
  actor: Actor
  /** The id it asked by: it may be a link that ends. */
  projectId: string
  /** The same for all pages of one visitor. */
  visitor: string
  /** The name under which others see this visitor. */
  name: string | null
  isOwner: boolean
  /** What the link allowed when the page heard of it last: the rights on each comment follow from it. */
  permission: LinkPermission
  endsAt: Date
  send: (text: string) => void
  end: () => void
}

/** An event as text of the stream. The position is where a page that lost its stream goes on. */
export function toEventText(event: LiveEvent, position: Position | null): string {
  return `${position === null ? '' : `id: ${position}\n`}data: ${JSON.stringify(event)}\n\n`
}

/** Nothing to tell; keeps proxies from closing a quiet stream, and finds out whether anybody is still there. */
export const heartbeat = ': \n\n'

/** How long a page waits before it comes again. */
export const retryText = 'retry: 2000\n\n'
