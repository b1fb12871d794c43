import type { LiveEvent } from '@pinmark/shared/events'
import type { Actor } from '../core/actor'

/** One open page that receives events. */
export interface LivePage {
  actor: Actor
  /** The id in its address, which may be a link that ends. */
  projectId: string
  /** The same for all pages of one visitor. */
  visitor: string
  /** The name under which others see this visitor. */
  name: string | null
  isOwner: boolean
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
