import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'

/** A component whose code is fetched when it is wanted, or before that once the page has come to rest: it opens without
 *  a wait then, and also where the network has gone meanwhile. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const fetchOnce = async () => (loaded ??= await load())
  const later = lazy(async () => ({ default: await fetchOnce() }))
  onceAtRest(() => {
    // What does not arrive ahead is asked for again when it is wanted, and its absence is told then.
    fetchOnce().catch(() => undefined)
  })
  return function LazyPart(props: Props): ReactNode {
    // What is here is drawn in the same moment. React's `lazy` would show its fallback first, for 300 ms: a popup that
    // is late for the tap that asked for it does not bring up a phone's keyboard, and misses the first letters typed.
    const [part] = useState<ComponentType<Props>>(() => loaded ?? later)
    return createElement(part, props)
  }
}

function onceAtRest(task: () => void) {
  if (typeof requestIdleCallback !== 'function') return
  const start = () => onceAppIsThere(() => requestIdleCallback(task, { timeout: 1_000 }))
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}

/** Nothing is fetched ahead of the app itself, as long as what the server painted stands in for it. */
function onceAppIsThere(task: () => void) {
  const painted = document.getElementById('first-paint')
  if (!painted?.parentNode) return task()
  const observer = new MutationObserver(() => {
    if (painted.isConnected) return
    observer.disconnect()
    task()
  })
  observer.observe(painted.parentNode, { childList: true })
}
