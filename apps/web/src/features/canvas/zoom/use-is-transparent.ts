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
      const look = () =>
        void hasTransparency(image)
          .then((found) => signal.aborted || setIsTransparent(found))
          .catch(() => undefined)
      if (image.complete) look()
      else image.addEventListener('load', look, { signal })
    })
    return () => {
      controller.abort()
      setIsTransparent(false)
    }
    // Another version has another size object.
  }, [sheetRef, natural])
  return isTransparent
}

async function hasTransparency(image: HTMLImageElement): Promise<boolean> {
  const { hasTransparentPixel } = await import('../canvas.lazy')
  return hasTransparentPixel(image)
}
