import { useEffect, useState } from 'react'
import { whenIdle } from '../../../ui/lazy'
import type { Viewport } from './use-viewport'

/** The design is drawn this small to look for transparent pixels, in CSS pixels. */
const samplePx = 64

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
      const look = () => setIsTransparent(hasTransparentPixel(image))
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

function hasTransparentPixel(image: HTMLImageElement): boolean {
  const canvas = Object.assign(document.createElement('canvas'), { width: samplePx, height: samplePx })
  const context = canvas.getContext('2d')
  if (!context || image.naturalWidth === 0) return false
  context.drawImage(image, 0, 0, samplePx, samplePx)
  const { data } = context.getImageData(0, 0, samplePx, samplePx)
  return data.some((value, index) => index % 4 === 3 && value < 255)
}
