import { useLayoutEffect, useRef, useState } from 'react'
import { useDelayed } from '../../ui/use-delayed'
import { useDesignSrc, type DesignPictures } from './use-design-src'
import type { Viewport } from './zoom/use-viewport'
import { useShown, type Shown } from './zoom/view-store'

export interface DesignImageSource extends DesignPictures {
  /** A tiny preview as a data URL, shown until the image has loaded; empty without one. */
  readonly placeholder: string
  readonly alt: string
  /** Its name in the note while it loads; missing if it is the only image. */
  readonly name?: string | undefined
  readonly width: number
  readonly height: number
}

interface DesignImageProps {
  readonly image: DesignImageSource
  readonly viewport: Viewport
}

/** The design, never filtered, rounded or tinted. Its box has its size before its bytes arrive. */
export function DesignImage({ image, viewport }: DesignImageProps) {
  const { src, isFull } = useDesignSrc(image, viewport)
  const [firstSrc] = useState(src)
  const isMagnified = useShown(viewport, isMagnifiedIn) && isFull
  const isLate = useDelayed(image.name !== undefined)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const shown = useRef<HTMLImageElement>(null)
  // An image in the browser's cache, for example from the first paint, is shown in the same frame.
  const [isThere, setIsThere] = useState(false)
  useLayoutEffect(() => {
    const { complete, naturalWidth } = shown.current ?? {}
    if (!complete || !naturalWidth) return
    setState('shown')
    setIsThere(true)
  }, [])
  return (
    <>
      {state !== 'shown' && image.placeholder !== '' && (
        <img alt="" className="canvas-image" src={image.placeholder} draggable={false} />
      )}
      <img
        key={attempt}
        ref={shown}
        className="canvas-image"
        data-magnified={isMagnified || undefined}
        // Set before `src`, so that a picture that replaces another one is shown in the same frame too.
        decoding={isThere || src !== firstSrc ? 'sync' : 'async'}
        src={src}
        alt={image.alt}
        width={image.width}
        height={image.height}
        draggable={false}
        fetchPriority="high"
        onLoad={() => setState('shown')}
        onError={() => setState((is) => (is === 'shown' ? is : 'failed'))}
      />
      {isLate && state === 'loading' && image.name && (
        <p role="status" className="relative pt-6 text-center text-13 text-ink-2">
          Loading {image.name}...
        </p>
      )}
      {state === 'failed' && (
        <div
          role="alert"
          className="absolute inset-x-0 top-6 mx-auto grid w-fit justify-items-center gap-2 rounded-panel bg-raised px-6 py-4 text-center shadow-pop"
        >
          <p>{image.name ? `Could not load ${image.name}.` : 'The design could not be loaded.'}</p>
          <button
            type="button"
            className="font-semibold underline underline-offset-3"
            onClick={(event) => {
              event.stopPropagation()
              setState('loading')
              setAttempt(attempt + 1)
            }}
          >
            Try again
          </button>
        </div>
      )}
    </>
  )
}

/** From three screen pixels per image pixel on, pixels are not smoothed. */
function isMagnifiedIn({ layout }: Shown): boolean {
  return layout !== null && layout.scale >= 3
}
