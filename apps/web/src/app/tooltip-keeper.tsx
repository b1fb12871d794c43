import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../ui/lazy-part'
import { PartBoundary } from '../ui/part-boundary'

const TooltipLayer = lazyPart(async () => (await import('../ui/tooltip-layer')).TooltipLayer)

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
    <PartBoundary onFailed={() => undefined}>
      <Suspense fallback={null}>
        <TooltipLayer />
      </Suspense>
    </PartBoundary>
  )
}
