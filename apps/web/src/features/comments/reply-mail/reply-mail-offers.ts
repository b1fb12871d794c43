import { readStored, writeStored } from '../../../lib/storage'

/** The projects in which this browser has already offered mail about replies. It is offered automatically
 *  once in each. */
const key = 'pinmark.mail-offered'
/** Older projects are forgotten, and may get the offer once more. */
const keptProjects = 50

export function wasReplyMailOffered(permanentId: string): boolean {
  return offers().includes(permanentId)
}

export function rememberReplyMailOffer(permanentId: string): void {
  writeStored(key, [permanentId, ...offers()].slice(0, keptProjects).join(' '))
}

function offers(): string[] {
  return readStored(key)?.split(' ') ?? []
}
