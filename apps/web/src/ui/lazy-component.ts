import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { onceFirstPaintIsGone } from './first-paint'

/** A component whose code is fetched when it is first rendered, or earlier by `preload`, which resolves when it
 *  has loaded. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => (loaded ??= await load())
  const suspended = lazy(async () => ({ default: await preload() }))
  function LazyComponent(props: Props): ReactNode {
    // A loaded component renders at once. React's `lazy` would show its fallback for 300 ms first. A popup that
    // opens so long after the tap does not open a phone's keyboard, and misses the first letters typed.
    const [component] = useState<ComponentType<Props>>(() => loaded ?? suspended)
    return createElement(component, props)
  }
  return Object.assign(LazyComponent, { preload })
}

/** A lazy component that is fetched when the page is idle, so that it opens at once, also after the network is
 *  lost. */
export function prefetchedComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const component = lazyComponent(load)
  whenIdle(() => {
    // A component that fails to load now is requested again when it is rendered, and an error is shown then.
    component.preload().catch(() => undefined)
  })
  return component
}

function whenIdle(task: () => void) {
  if (typeof requestIdleCallback !== 'function') return
  // Nothing is prefetched while the first paint is shown.
  const start = () => onceFirstPaintIsGone(() => requestIdleCallback(task, { timeout: 1_000 }))
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}
