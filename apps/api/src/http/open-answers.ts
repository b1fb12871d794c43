import type { Socket } from 'node:net'
import type { RequestHandler, Response } from 'express'
import { AppError } from '@pinmark/shared/errors'
import './request'

// An answer that nobody reads lies in memory. How much may lie there is bounded for each network and in all, and an
// answer of which nothing is taken for a while is cut off. A slow reader who takes something now and then is served.

const megabyte = 1024 * 1024
/** Some hundred visitors of one office who load a large picture over a slow line at once. */
const maxNetworkBytes = 16 * megabyte
/** With what uploads may hold, the process stays below 300 MB. */
const maxBytes = 64 * megabyte
/** How long nothing has to be taken of an answer before it is cut off. */
const stallMs = 60_000
/** The same while too much waits, for its network or in all. */
const crowdedStallMs = 5_000
const sweepEveryMs = 1_000
/** A measurement is used again for so long: thousands of answers may be open. */
const measuredForMs = 50

interface OpenAnswer {
  network: string
  /** Given to the answer as a whole; compression may still hold it. */
  wholeBytes: number
  /** How far the reader was when something was taken last, and when that was. */
  progress: number
  progressAt: number
}

const open = new Map<Response, OpenAnswer>()
let measured = { at: Number.NEGATIVE_INFINITY, total: 0, networks: new Map<string, number>() }
let sweeping: NodeJS.Timeout | undefined

/** Keeps an eye on every answer until its last byte has left. Belongs behind compression: what that holds counts too. */
export const watchAnswer: RequestHandler = (req, res, next) => {
  sweeping ??= setInterval(cutOffStalled, sweepEveryMs).unref()
  const answer = { network: req.network, wholeBytes: 0, progress: 0, progressAt: Date.now() }
  open.set(res, answer)
  res.once('close', () => open.delete(res))
  // It is called with the answer it belongs to.
  // oxlint-disable-next-line typescript/unbound-method
  res.end = new Proxy(res.end, {
    apply: (end, self, args: unknown[]) => {
      const [last] = args
      if (typeof last === 'string' || Buffer.isBuffer(last)) answer.wholeBytes = last.length
      return Reflect.apply(end, self, args)
    },
  })
  next()
}

/** Refuses to make another answer for a network that lets too many wait. A network that reads its answers is served,
 *  whatever others let wait.
 *  @throws AppError answers_waiting */
export const limitWaitingAnswers: RequestHandler = (req, _res, next) => {
  if (req.method === 'GET' && isOverShare(req.network)) {
    throw new AppError('answers_waiting', { retryAfterSeconds: crowdedStallMs / 1_000 })
  }
  next()
}

/** Whether too much waits for the network of this answer. */
export function isCrowded(res: Response): boolean {
  return isOverShare(open.get(res)?.network ?? '')
}

/** Where too much waits in all, every network has an equal share of it. */
function isOverShare(network: string): boolean {
  const { total, networks } = measure()
  const share = total > maxBytes ? maxBytes / networks.size : maxNetworkBytes
  return (networks.get(network) ?? 0) > Math.min(share, maxNetworkBytes)
}

function measure() {
  const now = performance.now()
  if (now - measured.at < measuredForMs) return measured
  let total = 0
  const networks = new Map<string, number>()
  for (const [res, { network, wholeBytes }] of open) {
    const bytes = Math.max(wholeBytes, res.writableLength)
    if (bytes === 0) continue
    total += bytes
    networks.set(network, (networks.get(network) ?? 0) + bytes)
  }
  measured = { at: now, total, networks }
  return measured
}

function cutOffStalled(): void {
  const now = Date.now()
  for (const [res, answer] of open) {
    const { socket } = res.req
    const progress = takenBytes(socket)
    if (progress !== answer.progress || (socket.writableLength === 0 && res.writableLength === 0)) {
      answer.progress = progress
      answer.progressAt = now
    } else if (now - answer.progressAt > (isCrowded(res) ? crowdedStallMs : stallMs)) socket.destroy()
  }
}

/** Bytes that the system has taken over from a socket. `writableLength` counts a write until all of it is taken; how
 *  far the present one is, only the handle knows. */
function takenBytes(socket: Socket & { _handle?: unknown }): number {
  const { _handle: handle } = socket
  const isKnown = typeof handle === 'object' && handle !== null && 'writeQueueSize' in handle
  const queued = isKnown ? Number(handle.writeQueueSize) : 0
  return socket.bytesWritten - socket.writableLength - queued
}
