import type { RequestHandler } from 'express'
import { AnswerMemory, type AnswerLimits, pieceBytes, standardAnswerLimits } from './answer-memory'
import { AnswerTurns } from './answer-turns'
import { answersWaiting, OpenAnswer } from './open-answer'
import '../request'

/** All answers of one server. Unread answers stay in memory. Their amount is limited for each network and in total. An
 *  answer whose reader takes nothing for a while is cut off. A slow reader who takes something now and then is served. */
export class OpenAnswers {
  readonly #open = new Set<OpenAnswer>()
  readonly #memory: AnswerMemory
  readonly #turns: AnswerTurns
  #sweeping: NodeJS.Timeout | undefined

  constructor(limits: AnswerLimits = standardAnswerLimits) {
    const memory = new AnswerMemory(limits, this.#open)
    this.#memory = memory
    this.#turns = new AnswerTurns((network) => memory.hasRoom(network))
  }

  /** Watches every answer until its last byte has left. Use it behind compression, because bytes that
   *  compression holds count too. */
  readonly watch: RequestHandler = (req, res, next) => {
    if (!this.#sweeping)
      this.#sweeping = setInterval(this.#cutOffStalled, this.#memory.limits.fullStallMs).unref()
    const answer = new OpenAnswer(res, req.network, this.#memory, this.#turns)
    this.#open.add(answer)
    this.#turns.watch(res)
    res.once('close', () => {
      this.#open.delete(answer)
      this.#turns.forget(res)
      answer.close()
    })
    next()
  }

  /** Refuses another answer to a network with too many waiting bytes. A network that reads its answers is
   *  always served.
   *  @throws AppError answers_waiting */
  readonly limit: RequestHandler = (req, _res, next) => {
    if (req.method === 'GET' && this.#memory.isStalled(req.network)) throw answersWaiting(this.#memory)
    next()
  }

  readonly #cutOffStalled = (): void => {
    const now = performance.now()
    const { bytes, stallMs, crowdedStallMs, fullStallMs } = this.#memory.limits
    const refused = this.#memory.takeRefused()
    for (const answer of this.#open) {
      answer.noteProgress(now)
      const isCrowded = refused.has(answer.network) || answer.isCrowded
      if (now - answer.progressAt > (isCrowded ? crowdedStallMs : stallMs)) answer.cutOff()
    }
    if (refused.size === 0 && this.#memory.hasRoom('')) return
    // Some answer would get no room.
    let total = this.#memory.totalBytes
    for (const answer of [...this.#open].toSorted((a, b) => a.progressAt - b.progressAt)) {
      if (total + pieceBytes <= bytes || now - answer.progressAt < fullStallMs) return
      total -= answer.heldBytes
      answer.cutOff()
    }
  }
}
