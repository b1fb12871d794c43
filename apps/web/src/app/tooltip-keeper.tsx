import { useEffect, useState } from 'react'
import { prefetchedComponent } from '../ui/lazy-component'
import { LazyBoundary } from '../ui/lazy-boundary'

const TooltipLayer = prefetchedComponent(async () => (await import('../ui/tooltip-layer')).TooltipLayer)

/** Loads the tooltips of icon buttons at the first movement of the pointer or the first Tab. */
export function TooltipKeeper() {
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    if (isWanted) return
    const controller = new AbortController()
    const { signal } = controller
    const want = () => setIsWanted(true)
    for (const type of ['pointermove', 'keydown'] as const)
      document.addEventListener(type, want, { signal, once: true })
    return () => controller.abort()
  }, [isWanted])
  if (!isWanted) return null
  return (
    <LazyBoundary onFailed={() => undefined}>
      <TooltipLayer />
    </LazyBoundary>
  )
}
