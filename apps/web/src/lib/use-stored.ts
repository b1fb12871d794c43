import { useSyncExternalStore } from 'react'
import { subscribeStored } from './storage'

/** A value from local storage, kept up to date, even if another tab writes it. An object has to be the same
 *  one until it changes. */
export function useStored<Value>(read: () => Value): Value {
  return useSyncExternalStore(subscribeStored, read)
}
