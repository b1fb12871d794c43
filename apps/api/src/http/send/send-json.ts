import type { Response } from 'express'

/** Memory is reserved for longer texts, because their readers may leave them unread. */
export const longText = 64 * 1024

/** Answers with JSON as a whole.
 *  @throws AppError answers_waiting when there is no room for a long one */
export function sendJson(res: Response, value: unknown): void {
  sendText(res.type('json'), JSON.stringify(value))
}

/** The same for a text whose type is set already. */
export function sendText(res: Response, text: string): void {
  if (text.length > longText) res.openAnswer?.holdBytes(Buffer.byteLength(text))
  res.send(text)
}
