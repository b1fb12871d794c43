import { useEffect, useState } from 'react'
import { whenIdle } from '../../../ui/lazy'
import type { Viewport } from './use-viewport'

/** Whether the shown design has transparent parts; false until it is drawn. */
export function useIsTransparent({ sheetRef, natural }: Viewport): boolean {
  const [isTransparent, setIsTransparent] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    whenIdle(() => {
      const image = [...(sheetRef.current?.querySelectorAll<HTMLImageElement>('img.canvas-image') ?? [])].at(
        -1,
      )
      if (signal.aborted || !image) return
      // Without a network, the menu lacks the choice until the next version is shown.
      const look = () => void findOut(image, signal).catch(() => undefined)
      if (image.complete) look()
      else image.addEventListener('load', look, { signal })
    })
    const findOut = async (image: HTMLImageElement, signal: AbortSignal) => {
      const { hasTransparentPixel } = await import('../canvas.lazy')
      if (!signal.aborted) setIsTransparent(hasTransparentPixel(image))
    }
    return () => {
      controller.abort()
      setIsTransparent(false)
    }
    // Another version has another size object.
  }, [sheetRef, natural])
  return isTransparent
}
