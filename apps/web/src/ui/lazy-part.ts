import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { onceFirstPaintIsGone } from './first-paint'

/** A component whose code is fetched when it is drawn, or before that: `fetchAhead` resolves when it is there. */
export function fetchedPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const fetchAhead = async () => (loaded ??= await load())
  const later = lazy(async () => ({ default: await fetchAhead() }))
  function FetchedPart(props: Props): ReactNode {
    // What is here is drawn in the same moment. React's `lazy` would show its fallback first, for 300 ms: a popup that
    // is late for the tap that asked for it does not bring up a phone's keyboard, and misses the first letters typed.
    const [part] = useState<ComponentType<Props>>(() => loaded ?? later)
    return createElement(part, props)
  }
  return Object.assign(FetchedPart, { fetchAhead })
}

/** A part of a page that is fetched once the page has come to rest: it opens without a wait then, and also where the
 *  network has gone meanwhile. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const part = fetchedPart(load)
  onceAtRest(() => {
    // What does not arrive ahead is asked for again when it is wanted, and its absence is told then.
    part.fetchAhead().catch(() => undefined)
  })
  return part
}

function onceAtRest(task: () => void) {
  if (typeof requestIdleCallback !== 'function') return
  // Nothing is fetched ahead of the app itself, as long as what the server painted stands in for it.
  const start = () => onceFirstPaintIsGone(() => requestIdleCallback(task, { timeout: 1_000 }))
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}
