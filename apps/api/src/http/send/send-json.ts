import type { Response } from 'express'
import { cutOffWhenStalled, takeMemory } from '../limits/unread-answers'

/** A longer text is not kept in memory beside others. */
export const longText = 64 * 1024

/** Answers with JSON as a whole.
 *  @throws AppError answers_waiting when the memory for long ones is used up */
export function sendJson(res: Response, value: unknown): void {
  sendText(res.type('json'), JSON.stringify(value))
}

/** The same for a text whose type is set already. */
export function sendText(res: Response, text: string): void {
  if (text.length > longText) {
    const memory = takeMemory(res, Buffer.byteLength(text))
    if (memory) res.once('close', () => memory[Symbol.dispose]())
    cutOffWhenStalled(res)
  }
  res.send(text)
}
