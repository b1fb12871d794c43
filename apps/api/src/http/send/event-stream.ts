import type { Request, Response } from 'express'
import { keepOpenStream } from '../drain'
import { findMemory } from './send-pieces'

/** A client that leaves this much unread is cut off, and so is one whose long event finds no memory. It connects again and
 *  receives what it missed. */
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
  const taken: Disposable[] = []
  const giveBack = () => taken.splice(0).forEach((memory) => memory[Symbol.dispose]())
  res.on('drain', giveBack).once('close', giveBack)
  return {
    send: (event) => {
      if (res.writableEnded || res.destroyed) return
      // The check comes before the write, because a single event may be larger and would never arrive.
      const isBehind = res.writableLength > maxWaitingBytes
      const memory = isBehind ? null : findMemory(res, Buffer.byteLength(event))
      if (!memory) return void res.destroy()
      taken.push(memory)
      if (res.write(event)) giveBack()
    },
    end: () => void res.end(),
    onClose: (listener) => void (res.closed ? listener() : res.once('close', listener)),
  }
}
