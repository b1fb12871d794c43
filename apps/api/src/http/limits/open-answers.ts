import type { Socket } from 'node:net'
import type { RequestHandler, Response } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { runAfterPendingConnections } from '../../base/pending-connections'
import '../request'

// Unread answers stay in memory. Their amount is limited for each network and in total. An answer whose
// reader takes nothing for a while is cut off. A slow reader who takes something now and then is served.

const megabyte = 1024 * 1024
/** Bytes that an answer in pieces holds at a time. */
const pieceBytes = 96 * 1024
/** Time after which a waiting answer asks for room again. */
const letInEveryMs = 50
/** Pieces per turn of the event loop. Node accepts one connection per turn, so long turns delay new visitors. */
const lettingInAtOnce = 2
/** Pause between two turns that make pieces, while a request waits for its first answer. The rate is still
 *  about 90 MB/s. */
const restBesideOthersMs = 2
/** How long a measurement is reused. Thousands of answers may be open. */
const measuredForMs = 250

/** Share of the limit for answers that are held as a whole. The rest is for answers in pieces. */
const ampleShare = 0.75

export interface AnswerLimits {
  /** Bytes of one network: enough for some hundred visitors of one office who load a large picture over a
   *  slow line. */
  networkBytes: number
  /** Bytes of all networks. Above this, each network has an equal share. */
  bytes: number
  /** Additional bytes for networks that hold nothing yet. Above this, the answers whose readers have taken
   *  nothing for longest are cut off. */
  spareBytes: number
  /** An answer is cut off when its reader takes nothing for this time. */
  stallMs: number
  /** The same while too many bytes of its network wait. */
  crowdedStallMs: number
  /** The same for an answer that uses the room of another network. */
  fullStallMs: number
}

/** Together with the memory of uploads, the process stays below 300 MB. */
export const standardAnswerLimits: AnswerLimits = {
  networkBytes: 16 * megabyte,
  bytes: 32 * megabyte,
  spareBytes: 16 * megabyte,
  stallMs: 60_000,
  crowdedStallMs: 5_000,
  fullStallMs: 1_000,
}

interface OpenAnswer {
  res: Response
  network: string
  /** Bytes given to the answer; compression may still hold some of them. */
  wholeBytes: number
  /** Bytes of the piece that is being made or is not taken yet. */
  pieceBytes: number
  /** The cached bytes that it sends. */
  cached: CachedBytes | undefined
  /** Ends the wait for room. */
  goOn: () => void
  /** How many bytes the reader had taken at the last progress, and when that was. */
  progress: number
  progressAt: number
}

/** Bytes in memory that any number of answers send at the same time. They count once: each answer has an equal share. */
interface CachedBytes {
  length: number
  answers: number
}

const placeOf = new WeakMap<Response, OpenAnswers>()

/** Whether too many bytes of this answer's network wait. */
export function isCrowded(res: Response): boolean {
  return placeOf.get(res)?.isCrowded(res) ?? false
}

/** Resolves when the answer may hold another piece, or is closed. */
export async function takeRoom(res: Response): Promise<void> {
  await placeOf.get(res)?.takeRoom(res)
}

/** Reports how many bytes the answer holds since `takeRoom`; 0 when the reader has taken them. An answer that is sent as a
 *  whole needs no `takeRoom`.
 *  @throws AppError answers_waiting when there is no room for more than a piece */
export function holdBytes(res: Response, bytes: number): void {
  placeOf.get(res)?.holdBytes(res, bytes)
}

/** Lets an answer hold all its bytes if there is ample room, so that it needs no turn for each piece.
 *  @param pieces all its bytes, from a cache
 *  @returns false when it has to take room piece by piece */
export function holdIfAmple(res: Response, pieces: readonly Buffer[]): boolean {
  return placeOf.get(res)?.holdIfAmple(res, pieces) ?? false
}

/** Lets an answer hold bytes that others may hold too, until `letGo`. They count once.
 *  @returns false when there is no room for them */
export function holdIfRoom(res: Response, bytes: Buffer): boolean {
  return placeOf.get(res)?.holdIfRoom(res, bytes) ?? false
}

export function letGo(res: Response, bytes: Buffer): void {
  placeOf.get(res)?.letGo(res, bytes)
}

/** All answers of one server. */
export class OpenAnswers {
  readonly #limits: AnswerLimits
  readonly #open = new Map<Response, OpenAnswer>()
  /** Answers that have sent nothing and made no piece. */
  readonly #unanswered = new Set<Response>()
  /** Answers that wait for room, by network, in order of arrival. */
  readonly #waiting = new Map<string, OpenAnswer[]>()
  /** By their first piece. */
  readonly #cached = new WeakMap<Buffer, CachedBytes>()
  /** Networks that found no room since stalled answers were last cut off. */
  #refused = new Set<string>()
  #held = {
    at: Number.NEGATIVE_INFINITY,
    total: 0,
    stalled: new Map<string, number>(),
    networks: new Map<string, number>(),
  }
  #sweeping: NodeJS.Timeout | undefined
  #isLettingIn = false
  #retrying: NodeJS.Timeout | undefined

  constructor(limits: AnswerLimits = standardAnswerLimits) {
    this.#limits = limits
  }

  /** Watches every answer until its last byte has left. Use it behind compression, because bytes that
   *  compression holds count too. */
  readonly watch: RequestHandler = (req, res, next) => {
    if (!this.#sweeping) this.#sweeping = setInterval(this.#cutOffStalled, this.#limits.fullStallMs).unref()
    const answer: OpenAnswer = {
      res,
      network: req.network,
      wholeBytes: 0,
      pieceBytes: 0,
      cached: undefined,
      progress: 0,
      progressAt: Date.now(),
      goOn: () => undefined,
    }
    this.#open.set(res, answer)
    this.#unanswered.add(res)
    placeOf.set(res, this)
    res.once('close', () => {
      this.#hold(answer, 0)
      this.#release(answer)
      this.#open.delete(res)
      this.#unanswered.delete(res)
      answer.goOn()
    })
    // It is called with the answer it belongs to.
    // oxlint-disable-next-line typescript/unbound-method
    res.end = new Proxy(res.end, {
      apply: (end, self, args: unknown[]) => {
        const [last] = args
        if (typeof last === 'string' || Buffer.isBuffer(last)) {
          answer.wholeBytes = last.length
          if (!answer.cached) this.#add(answer.network, Math.max(0, last.length - answer.pieceBytes))
        }
        return Reflect.apply(end, self, args)
      },
    })
    next()
  }

  /** Refuses another answer to a network with too many waiting bytes. A network that reads its answers is
   *  served, whatever others do.
   *  @throws AppError answers_waiting */
  readonly limit: RequestHandler = (req, _res, next) => {
    const stalled = this.#measure().stalled.get(req.network) ?? 0
    if (req.method === 'GET' && stalled > 0 && stalled + pieceBytes > this.#shareOf()) {
      throw this.#answersWaiting()
    }
    next()
  }

  isCrowded(res: Response): boolean {
    const answer = this.#open.get(res)
    return answer !== undefined && !this.#hasShareLeft(answer.network)
  }

  /** Never synchronous: answers that are taken as fast as they are made must not block the event loop. */
  async takeRoom(res: Response): Promise<void> {
    const answer = this.#open.get(res)
    if (!answer) return
    this.#unanswered.delete(res)
    await new Promise<void>((goOn) => {
      answer.goOn = goOn
      const queue = this.#waiting.get(answer.network)
      if (queue) queue.push(answer)
      else this.#waiting.set(answer.network, [answer])
      this.#letInSoon()
    })
  }

  holdIfAmple(res: Response, pieces: readonly Buffer[]): boolean {
    return this.#holdCached(res, pieces, (network, more) => {
      const { total, networks } = this.#measure()
      const ofNetwork = networks.get(network) ?? 0
      return (
        total + more <= ampleShare * this.#limits.bytes &&
        ofNetwork + more <= ampleShare * this.#limits.networkBytes
      )
    })
  }

  holdIfRoom(res: Response, bytes: Buffer): boolean {
    return this.#holdCached(res, [bytes], (network, more) => more === 0 || this.#findRoom(network, more))
  }

  letGo(res: Response, bytes: Buffer): void {
    const answer = this.#open.get(res)
    // A later event may have taken its place.
    if (answer?.cached === this.#cached.get(bytes)) this.#release(answer)
  }

  #holdCached(
    res: Response,
    pieces: readonly Buffer[],
    hasRoom: (network: string, more: number) => boolean,
  ): boolean {
    const answer = this.#open.get(res)
    const cached = this.#cachedBytesOf(pieces)
    if (!answer || !cached) return false
    const more = cached.answers === 0 ? cached.length : 0
    if (!hasRoom(answer.network, more)) return false
    this.#release(answer)
    this.#add(answer.network, more)
    cached.answers += 1
    answer.cached = cached
    return true
  }

  #release(answer: OpenAnswer | undefined): void {
    if (!answer?.cached) return
    const { network, cached } = answer
    answer.cached = undefined
    cached.answers -= 1
    if (cached.answers === 0) this.#add(network, -cached.length)
  }

  #cachedBytesOf(pieces: readonly Buffer[]): CachedBytes | undefined {
    const [first] = pieces
    if (!first) return undefined
    const known = this.#cached.get(first)
    if (known) return known
    const cached = { length: pieces.reduce((sum, { length }) => sum + length, 0), answers: 0 }
    this.#cached.set(first, cached)
    return cached
  }

  holdBytes(res: Response, bytes: number): void {
    const answer = this.#open.get(res)
    if (!answer) return
    this.#hold(answer, 0)
    if (bytes > pieceBytes && !this.#findRoom(answer.network, bytes)) throw this.#answersWaiting()
    this.#hold(answer, bytes)
  }

  #answersWaiting(): AppError {
    return new AppError('answers_waiting', { retryAfterSeconds: this.#limits.crowdedStallMs / 1_000 })
  }

  /** Admits the next answers of the first networks that have room. The others follow in the next turn of the
   *  loop. */
  readonly #letIn = (): void => {
    this.#isLettingIn = false
    let letIn = 0
    for (const [network, queue] of [...this.#waiting]) {
      const next = queue.findIndex(({ res }) => !res.closed)
      queue.splice(0, next < 0 ? queue.length : next)
      const [waiting] = queue
      if (waiting && !this.#hasRoom(network)) continue
      // Moved to the end: a Map keeps the order of insertion.
      this.#waiting.delete(network)
      if (!waiting) continue
      queue.shift()
      if (queue.length > 0) this.#waiting.set(network, queue)
      this.#hold(waiting, pieceBytes)
      waiting.goOn()
      letIn += 1
      if (letIn === lettingInAtOnce) break
    }
    if (letIn > 0) this.#letInSoon()
    else if (this.#waiting.size > 0 && !this.#retrying) {
      this.#retrying = setTimeout(() => {
        this.#retrying = undefined
        this.#letInSoon()
      }, letInEveryMs).unref()
    }
  }

  #letInSoon(): void {
    if (this.#isLettingIn) return
    this.#isLettingIn = true
    if (this.#hasUnanswered()) setTimeout(this.#letIn, restBesideOthersMs)
    else runAfterPendingConnections(this.#letIn)
  }

  #hasUnanswered(): boolean {
    for (const res of this.#unanswered) {
      if (!res.headersSent) return true
      this.#unanswered.delete(res)
    }
    return false
  }

  #hold(answer: OpenAnswer, bytes: number): void {
    this.#add(answer.network, bytes - answer.pieceBytes)
    answer.pieceBytes = bytes
  }

  /** Between two measurements. */
  #add(network: string, bytes: number): void {
    this.#held.total += bytes
    this.#held.networks.set(network, (this.#held.networks.get(network) ?? 0) + bytes)
  }

  /** The same as `#hasRoom`. If there is none, stalled answers are cut off sooner. */
  #findRoom(network: string, bytes: number): boolean {
    const hasRoom = this.#hasRoom(network, bytes)
    if (!hasRoom) this.#refused.add(network)
    return hasRoom
  }

  #hasRoom(network: string, bytes = pieceBytes): boolean {
    const { total } = this.#measure()
    return total + bytes <= this.#limits.bytes + this.#limits.spareBytes && this.#hasShareLeft(network, bytes)
  }

  #hasShareLeft(network: string, bytes = pieceBytes): boolean {
    const held = this.#measure().networks.get(network) ?? 0
    return held <= 0 || held + bytes <= this.#shareOf()
  }

  /** Of each network. */
  #shareOf(): number {
    const { total, networks } = this.#measure()
    const { bytes, networkBytes } = this.#limits
    return total + pieceBytes > bytes ? Math.min(bytes / networks.size, networkBytes) : networkBytes
  }

  #measure() {
    const now = performance.now()
    if (now - this.#held.at < measuredForMs) return this.#held
    let total = 0
    const networks = new Map<string, number>()
    const stalled = new Map<string, number>()
    const stalledFrom = Date.now() - this.#limits.fullStallMs
    for (const answer of this.#open.values()) {
      const bytes = bytesOf(answer)
      if (bytes === 0) continue
      total += bytes
      networks.set(answer.network, (networks.get(answer.network) ?? 0) + bytes)
      if (answer.progressAt < stalledFrom)
        stalled.set(answer.network, (stalled.get(answer.network) ?? 0) + bytes)
    }
    this.#held = { at: now, total, stalled, networks }
    return this.#held
  }

  readonly #cutOffStalled = (): void => {
    const now = Date.now()
    const { bytes, stallMs, crowdedStallMs, fullStallMs } = this.#limits
    const refused = this.#refused
    this.#refused = new Set()
    for (const [res, answer] of this.#open) {
      const progress = takenBytes(res.req.socket)
      if (progress !== answer.progress || (res.req.socket.writableLength === 0 && res.writableLength === 0)) {
        answer.progress = progress
        answer.progressAt = now
      } else {
        const isCrowded = refused.has(answer.network) || this.isCrowded(res)
        if (now - answer.progressAt > (isCrowded ? crowdedStallMs : stallMs)) res.req.socket.destroy()
      }
    }
    if (refused.size === 0 && this.#hasRoom('')) return
    // Some answer would get no room.
    let { total } = this.#measure()
    const byStall = [...this.#open.values()].toSorted((a, b) => a.progressAt - b.progressAt)
    for (const answer of byStall) {
      if (total + pieceBytes <= bytes || now - answer.progressAt < fullStallMs) return
      total -= bytesOf(answer)
      answer.res.req.socket.destroy()
    }
  }
}

function bytesOf({ res, wholeBytes, pieceBytes: inHand, cached }: OpenAnswer): number {
  if (cached) return cached.length / cached.answers
  return Math.max(wholeBytes, inHand, res.writableLength)
}

/** Bytes that the system has taken from a socket. `writableLength` counts a write until all of it is taken.
 *  Only the handle knows the progress of the current write. */
function takenBytes(socket: Socket & { _handle?: unknown }): number {
  const { _handle: handle } = socket
  const isKnown = typeof handle === 'object' && handle !== null && 'writeQueueSize' in handle
  const queued = isKnown ? Number(handle.writeQueueSize) : 0
  return socket.bytesWritten - socket.writableLength - queued
}
