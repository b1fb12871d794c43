import type { Request, Response } from 'express'
import { keepOpenStream } from './open-streams'

/** A client that lets this much wait is cut off: it comes again and is told what it missed. */
const maxWaitingBytes = 512 * 1_024

export interface EventStream {
  send: (text: string) => void
  end: () => void
  onClose: (listener: () => void) => void
}

/** Turns an answer into a stream of server-sent events. */
export function openEventStream(req: Request, res: Response): EventStream {
  res.status(200)
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  // Neither proxies nor compression may hold events back.
  res.setHeader('Cache-Control', 'no-cache, no-store, no-transform')
  res.setHeader('X-Accel-Buffering', 'no')
  res.flushHeaders()
  keepOpenStream(res)
  if (req.method === 'HEAD') res.end()
  return {
    send: (text) => {
      if (res.writableEnded || res.destroyed) return
      res.write(text)
      if (res.writableLength > maxWaitingBytes) res.destroy()
    },
    end: () => void res.end(),
    onClose: (listener) => void (res.closed ? listener() : res.once('close', listener)),
  }
}
