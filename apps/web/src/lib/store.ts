import { useSyncExternalStore } from 'react'
import { subscribeStored } from './storage'

/** A value outside React that is replaced as a whole. */
export interface Store<State> {
  readonly get: () => State
  readonly set: (next: State) => void
  /** Calls back after every change. @returns a function that ends this */
  readonly listen: (listener: () => void) => () => void
}

export function createStore<State>(start: State): Store<State> {
  let state = start
  const { send, listen } = createSignal()
  return {
    get: () => state,
    set: (next) => {
      if (Object.is(next, state)) return
      state = next
      send()
    },
    listen,
  }
}

/** Calls every listener at each `send`. */
export function createSignal() {
  const listeners = new Set<() => void>()
  return {
    send: () => {
      for (const listener of listeners) listener()
    },
    /** @returns a function that ends this */
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A part of the state. It renders only when this part changes, so `select` must not make a new object. */
export function useStore<State, Part>({ get, listen }: Store<State>, select: (state: State) => Part): Part {
  return useSyncExternalStore(listen, () => select(get()))
}

/** A value from local storage, kept up to date, even if another tab writes it. An object has to be the same
 *  one until it changes. */
export function useStored<Value>(read: () => Value): Value {
  return useSyncExternalStore(subscribeStored, read)
}
