import type { Message } from '@pinmark/shared/entities/comment'

/** Whether a visitor who may delete a message may also restore it, and remove its pictures. While comments are paused,
 *  authors can only delete. */
export function mayRestore({ mine, can }: Pick<Message, 'mine' | 'can'>): boolean {
  return !mine || can.edit
}
