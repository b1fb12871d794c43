import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
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
  /** Whether it could not be loaded. */
  readonly hasFailed: boolean
  readonly onFailed: (hasFailed: boolean) => void
}

/** The design, never filtered, rounded or tinted. Its box has its size before its bytes arrive. */
export function DesignImage({ image, viewport, hasFailed, onFailed }: DesignImageProps) {
  const { src, isFull } = useDesignSrc(image, viewport)
  const [firstSrc] = useState(src)
  const isMagnified = useShown(viewport, isMagnifiedIn) && isFull
  const isLate = useDelayed(image.name !== undefined)
  const [isShown, setIsShown] = useState(false)
  const shown = useRef<HTMLImageElement>(null)
  // An image in the browser's cache, for example from the first paint, is shown in the same frame.
  const [isThere, setIsThere] = useState(false)
  useLayoutEffect(() => {
    const { complete, naturalWidth } = shown.current ?? {}
    if (!complete || !naturalWidth) return
    setIsShown(true)
    setIsThere(true)
  }, [])
  return (
    <>
      {!isShown && image.placeholder !== '' && (
        <img alt="" className="canvas-image" src={image.placeholder} draggable={false} />
      )}
      <img
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
        onLoad={() => {
          setIsShown(true)
          onFailed(false)
        }}
        onError={() => onFailed(!isShown)}
      />
      {isLate && !isShown && !hasFailed && image.name && (
        <p role="status" className="relative pt-6 text-center text-13 text-ink-2">
          {`Loading ${image.name}...`}
        </p>
      )}
    </>
  )
}

/** Whether a design could not be loaded, and its next attempt. `key` changes with each attempt. */
export function useDesignLoad(src: string) {
  const [attempt, setAttempt] = useState(0)
  const [failedKey, setFailedKey] = useState<string | null>(null)
  const key = `${src} ${attempt}`
  if (failedKey !== null && failedKey !== key) setFailedKey(null)
  return {
    key,
    hasFailed: failedKey === key,
    setFailed: (hasFailed: boolean) => setFailedKey(hasFailed ? key : null),
    retry: () => setAttempt(attempt + 1),
  }
}

interface FailedNoteProps {
  readonly name: string | undefined
  readonly onRetry: () => void
}

/** Lies on the frame, above the pins, because the design may be scrolled. */
export function FailedNote({ name, onRetry }: FailedNoteProps) {
  return (
    <div
      role="alert"
      className="absolute inset-x-0 top-6 z-10 mx-auto grid w-fit justify-items-center gap-2 rounded-panel bg-raised px-6 py-4 text-center shadow-pop"
    >
      <p>{name ? `Could not load ${name}.` : 'The design could not be loaded.'}</p>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** From three screen pixels per image pixel on, pixels are not smoothed. */
function isMagnifiedIn({ layout }: Shown): boolean {
  return layout !== null && layout.scale >= 3
}
