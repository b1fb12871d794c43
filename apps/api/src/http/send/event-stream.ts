import type { Request, Response } from 'express'
import { keepOpenStream } from '../open-streams'

/** A client that leaves this much unread is cut off. It connects again and receives what it missed. */
const maxWaitingBytes = 256 * 1_024
/** Longer events reserve memory. A thousand pages that read nothing hold at most the share of their network of
 *  shorter ones. */
const longEvent = 16 * 1_024

export interface EventStream {
  /** Bytes that are the same for several clients count once. */
  send: (event: string | Buffer) => void
  end: () => void
  onClose: (listener: () => void) => void
}

/** Turns an answer into a stream of server-sent events.
 *  @returns null when the visitor has left */
export function openEventStream(req: Request, res: Response): EventStream | null {
  if (res.closed) return null
  res.status(200)
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  // Neither proxies nor compression may hold events back.
  res.setHeader('Cache-Control', 'no-cache, no-store, no-transform')
  res.setHeader('X-Accel-Buffering', 'no')
  res.flushHeaders()
  keepOpenStream(res)
  if (req.method === 'HEAD') res.end()
  return {
    send: (event) => {
      if (res.writableEnded || res.destroyed) return
      // The check comes before the write, because a single event may be larger and would never arrive.
      const waiting = res.writableLength
      if (waiting > maxWaitingBytes || (waiting > 0 && res.openAnswer?.isCrowded)) return void res.destroy()
      if (event.length <= longEvent) return void res.write(event)
      const bytes = typeof event === 'string' ? Buffer.from(event) : event
      if (res.openAnswer?.holdIfRoom(bytes)) res.write(bytes, () => res.openAnswer?.letGo(bytes))
      else res.destroy()
    },
    end: () => void res.end(),
    onClose: (listener) => void (res.closed ? listener() : res.once('close', listener)),
  }
}
