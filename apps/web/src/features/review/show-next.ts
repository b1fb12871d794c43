import { readStored, writeStored } from '../../lib/storage'
import { useStored } from '../../lib/use-stored'

/** Whether the next open comment is shown after one was resolved. The first Resolve asks for it; until then, the resolved
 *  comment stays, so that people see that it worked. */
const key = 'pinmark.goes-on'

/** @returns null before this browser was asked */
export function readShowsNext(): boolean | null {
  const stored = readStored(key)
  return stored === null ? null : stored === 'on'
}

export function chooseShowsNext(showsNext: boolean): void {
  writeStored(key, showsNext ? 'on' : 'off')
}

export function useShowsNext(): boolean | null {
  return useStored(readShowsNext)
}
