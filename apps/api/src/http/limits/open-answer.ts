import type { Socket } from 'node:net'
import type { Response } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { type AnswerMemory, pieceBytes } from './answer-memory'
import type { AnswerTurns } from './answer-turns'

/** Bytes in memory that any number of answers send at the same time. They count once: each answer has an equal share. */
interface CachedBytes {
  length: number
  answers: number
}

/** By their first piece. */
const cachedBytes = new WeakMap<Buffer, CachedBytes>()

/** The memory of one answer until its last byte has left. */
export class OpenAnswer {
  /** When the reader last took something, by `performance.now()`, because a system clock may be set back. */
  progressAt = performance.now()
  #taken = 0
  /** Bytes given to the answer; compression may still hold some of them. */
  #wholeBytes = 0
  /** Bytes of the piece that is being made or is not taken yet. */
  #pieceBytes = 0
  /** The cached bytes that it sends. */
  #cached: CachedBytes | undefined
  /** Ends the wait for room. */
  #goOn = () => undefined as void

  constructor(
    readonly res: Response,
    readonly network: string,
    private readonly memory: AnswerMemory,
    private readonly turns: AnswerTurns,
  ) {
    // It is called with the answer it belongs to.
    // oxlint-disable-next-line typescript/unbound-method
    res.end = new Proxy(res.end, {
      apply: (end, self, args: unknown[]) => {
        const [last] = args
        if (typeof last === 'string' || Buffer.isBuffer(last)) this.#holdWhole(last.length)
        return Reflect.apply(end, self, args)
      },
    })
    res.openAnswer = this
  }

  /** Gives back everything, once the answer is closed. */
  close(): void {
    this.#hold(0)
    this.#release()
    this.res.openAnswer = undefined
    this.#goOn()
  }

  /** Its part of the memory that all answers hold. */
  get heldBytes(): number {
    if (this.#cached) return this.#cached.length / this.#cached.answers
    return Math.max(this.#wholeBytes, this.#pieceBytes, this.res.writableLength)
  }

  /** Whether too many bytes of this answer's network wait. */
  get isCrowded(): boolean {
    return !this.memory.hasShareLeft(this.network)
  }

  /** Resolves when the answer may hold another piece, or is closed. */
  takeRoom(): Promise<void> {
    const { res, network } = this
    return new Promise((goOn) => {
      this.#goOn = goOn
      const makePiece = () => {
        this.#hold(pieceBytes)
        goOn()
      }
      this.turns.add({ res, network, makePiece })
    })
  }

  /** Reports how many bytes the answer holds since `takeRoom`; 0 when the reader has taken them. An answer that is sent
   *  as a whole needs no `takeRoom`.
   *  @throws AppError answers_waiting without room for more than a piece, if it is also more than was held before */
  holdBytes(bytes: number): void {
    const refusedAbove = Math.max(pieceBytes, this.#pieceBytes)
    this.#hold(0)
    if (bytes > refusedAbove && !this.memory.findRoom(this.network, bytes)) throw answersWaiting(this.memory)
    this.#hold(bytes)
  }

  /** Lets the answer hold all its bytes if there is ample room, so that it needs no turn for each piece.
   *  @param pieces all its bytes, from a cache
   *  @returns false when it has to take room piece by piece */
  holdIfAmple(pieces: readonly Buffer[]): boolean {
    return this.#holdCached(pieces, (more) => this.memory.hasAmpleRoom(this.network, more))
  }

  /** Lets the answer hold bytes that others may hold too, until `letGo`. They count once.
   *  @returns false without room for them */
  holdIfRoom(bytes: Buffer): boolean {
    return this.#holdCached([bytes], (more) => more === 0 || this.memory.findRoom(this.network, more))
  }

  letGo(bytes: Buffer): void {
    // A later event may have taken its place.
    if (this.#cached === cachedBytes.get(bytes)) this.#release()
  }

  /** Notes at `now` whether the reader has taken something since the last call, or everything. */
  noteProgress(now: number): void {
    const { res } = this
    const taken = takenBytes(res.req.socket)
    const isAllTaken = res.req.socket.writableLength === 0 && res.writableLength === 0
    if (taken === this.#taken && !isAllTaken) return
    this.#taken = taken
    this.progressAt = now
  }

  cutOff(): void {
    this.res.req.socket.destroy()
  }

  #hold(bytes: number): void {
    this.memory.add(this.network, bytes - this.#pieceBytes)
    this.#pieceBytes = bytes
  }

  #holdWhole(bytes: number): void {
    this.#wholeBytes = bytes
    if (!this.#cached) this.memory.add(this.network, Math.max(0, bytes - this.#pieceBytes))
  }

  #holdCached(pieces: readonly Buffer[], hasRoom: (more: number) => boolean): boolean {
    const cached = cachedBytesOf(pieces)
    if (!cached) return false
    const more = cached.answers === 0 ? cached.length : 0
    if (!hasRoom(more)) return false
    this.#release()
    this.memory.add(this.network, more)
    cached.answers += 1
    this.#cached = cached
    return true
  }

  #release(): void {
    const cached = this.#cached
    if (!cached) return
    this.#cached = undefined
    cached.answers -= 1
    if (cached.answers === 0) this.memory.add(this.network, -cached.length)
  }
}

export function answersWaiting({ limits }: AnswerMemory): AppError {
  return new AppError('answers_waiting', { retryAfterSeconds: limits.crowdedStallMs / 1_000 })
}

function cachedBytesOf(pieces: readonly Buffer[]): CachedBytes | undefined {
  const [first] = pieces
  if (!first) return undefined
  const known = cachedBytes.get(first)
  if (known) return known
  const cached = { length: pieces.reduce((sum, { length }) => sum + length, 0), answers: 0 }
  cachedBytes.set(first, cached)
  return cached
}

/** Bytes that the system has taken from a socket. `writableLength` counts a write until all of it is taken.
 *  Only the handle knows the progress of the current write. */
function takenBytes(socket: Socket & { _handle?: unknown }): number {
  const { _handle: handle } = socket
  const isKnown = typeof handle === 'object' && handle !== null && 'writeQueueSize' in handle
  const queued = isKnown ? Number(handle.writeQueueSize) : 0
  return socket.bytesWritten - socket.writableLength - queued
}
