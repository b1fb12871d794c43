import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { onceFirstPaintIsGone } from './first-paint'

/** A component whose code is fetched when it is drawn, or before that: `fetchAhead` resolves when it is there. */
export function fetchedPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const fetchAhead = async () => (loaded ??= await load())
  const later = lazy(async () => ({ default: await fetchAhead() }))
  function FetchedPart(props: Props): ReactNode {
    // A loaded part renders at once. React's `lazy` would show its fallback first, for 300 ms. A popup that opens so
    // long after the tap does not bring up a phone's keyboard, and misses the first letters typed.
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
    // A part that fails to load now is requested again when it is needed, and an error is shown then.
    part.fetchAhead().catch(() => undefined)
  })
  return part
}

function onceAtRest(task: () => void) {
  if (typeof requestIdleCallback !== 'function') return
  // Nothing is fetched ahead while the server's first paint is still shown.
  const start = () => onceFirstPaintIsGone(() => requestIdleCallback(task, { timeout: 1_000 }))
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}
