import { useSyncExternalStore } from 'react'
import { readStored, subscribeStored, writeStored } from '../../lib/storage'

/** Whether the next open comment is shown after one was resolved: so, unless this browser says otherwise. */
const key = 'pinmark.goes-on'

export function readGoesOn(): boolean {
  return readStored(key) !== 'off'
}

export function chooseGoesOn(goesOn: boolean): void {
  writeStored(key, goesOn ? null : 'off')
}

export function useGoesOn(): boolean {
  return useSyncExternalStore(subscribeStored, readGoesOn)
}
