import { readStored, writeStored } from '../../lib/storage'
import { useStored } from '../../lib/use-stored'

/** Whether the next open comment is shown after one was resolved. Off until this browser switches it on: people who
 *  resolve a single comment want to see that it worked, and a second press of the key must not resolve another one. */
const key = 'pinmark.goes-on'

export function readShowsNext(): boolean {
  return readStored(key) === 'on'
}

export function chooseShowsNext(showsNext: boolean): void {
  writeStored(key, showsNext ? 'on' : null)
}

export function useShowsNext(): boolean {
  return useStored(readShowsNext)
}
