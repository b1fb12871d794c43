import type { Endpoint } from '@pinmark/shared/api/endpoint'
import type { Actor } from '../core/actor'

declare global {
  // Express asks for exactly this: its Request type is open for additions in this namespace.
  // oxlint-disable-next-line typescript/no-namespace
  namespace Express {
    interface Request {
      /** Identifies the request in its answer and in the log. */
      requestId: string
      /** The template of the requested address, such as `/projects/:projectId`; null for an unknown one. */
      routePattern: string | null
      /** The IPv4 /24 or IPv6 /56 the visitor comes from, which limits are counted by. */
      network: string
      /** The contract of the route; null for a page and for an unknown address. */
      endpoint: Endpoint | null
      actor: Actor
    }
  }
}
