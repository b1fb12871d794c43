import type { Request, Response } from 'express'
import { keepOpenStream } from '../drain'

/** A client that leaves this much unread is cut off. It connects again and receives what it missed. */
const maxWaitingBytes = 128 * 1_024

export interface EventStream {
  /** Bytes that several clients share take memory once. */
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
      if (res.writableLength > maxWaitingBytes) res.destroy()
      else res.write(event)
    },
    end: () => void res.end(),
    onClose: (listener) => void (res.closed ? listener() : res.once('close', listener)),
  }
}
