import { lazy, type ComponentType } from 'react'

/** A component whose code is fetched when it is wanted, or before that once the page has come to rest: it opens without
 *  a wait then, and also where the network has gone meanwhile. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  onceAtRest(() => {
    // What does not arrive ahead is asked for again when it is wanted, and its absence is told then.
    load().catch(() => undefined)
  })
  return lazy(async () => ({ default: await load() }))
}

function onceAtRest(task: () => void) {
  if (typeof requestIdleCallback !== 'function') return
  const start = () => requestIdleCallback(task, { timeout: 5_000 })
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}
