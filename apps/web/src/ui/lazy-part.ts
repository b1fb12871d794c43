import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { onceFirstPaintIsGone } from './first-paint'

/** A component whose code is fetched when it is drawn, or earlier by `fetchAhead`, which resolves when it has
 *  loaded. */
export function fetchedPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const fetchAhead = async () => (loaded ??= await load())
  const later = lazy(async () => ({ default: await fetchAhead() }))
  function FetchedPart(props: Props): ReactNode {
    // A loaded part renders at once. React's `lazy` would show its fallback for 300 ms first. A popup that
    // opens so long after the tap does not open a phone's keyboard, and misses the first letters typed.
    const [part] = useState<ComponentType<Props>>(() => loaded ?? later)
    return createElement(part, props)
  }
  return Object.assign(FetchedPart, { fetchAhead })
}

/** A part of a page that is fetched when the page is idle, so that it opens at once, also after the network
 *  is lost. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const part = fetchedPart(load)
  onceAtRest(() => {
    // A part that fails to load now is requested again when it is needed, and an error is shown then.
    part.fetchAhead().catch(() => undefined)
  })
  return part
}

function onceAtRest(task: () => void) {
  if (typeof requestIdleCallback !== 'function') return
  // Nothing is fetched ahead while the first paint is shown.
  const start = () => onceFirstPaintIsGone(() => requestIdleCallback(task, { timeout: 1_000 }))
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}
