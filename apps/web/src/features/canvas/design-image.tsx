import { narrowMedia } from '@pinmark/shared/narrow-media'
import { m } from '@pinmark/words/messages'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { useDelayed } from '../../ui/use-delayed'
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
          {m.design_loading({ name: image.name })}
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
      <p>{name ? m.design_not_loaded_named({ name }) : m.design_not_loaded()}</p>
      <Button size="sm" onClick={onRetry}>
        {m.action_try_again()}
      </Button>
    </div>
  )
}

/** From three screen pixels per image pixel on, pixels are not smoothed. */
function isMagnifiedIn({ layout }: Shown): boolean {
  return layout !== null && layout.scale >= 3
}

interface DesignPictures {
  readonly src: string
  /** A lighter picture with fewer pixels, for the first view on a phone; `width` is its own, in pixels. */
  readonly narrow?: { readonly src: string; readonly width: number } | undefined
}

/** Delay before a failed image is requested again, in ms. */
const againAfterMs = 5_000

/** The picture of the design to show: on a phone at first the narrow one, as in the first paint, and the full
 *  view once the screen shows more pixels than the narrow one has. The full view replaces it when it is
 *  decoded, and then stays. */
function useDesignSrc({ src, narrow }: DesignPictures, viewport: Viewport) {
  const [isFull, setFull] = useState(() => !narrow || !matchMedia(narrowMedia).matches)
  const narrowWidth = narrow?.width
  const asksForMore = useShown(
    viewport,
    useCallback((shown) => narrowWidth !== undefined && showsMoreThan(narrowWidth, shown), [narrowWidth]),
  )
  useEffect(
    () => (asksForMore && !isFull ? whenReady(src, () => setFull(true)) : undefined),
    [asksForMore, isFull, src],
  )
  return { src: isFull || !narrow ? src : narrow.src, isFull }
}

/** At the width of a phone, the narrow picture may be enlarged a little: see `narrowMedia`. */
function showsMoreThan(narrowWidth: number, { layout, fit }: Shown): boolean {
  if (!layout) return false
  const devicePixels = layout.width * devicePixelRatio
  return !matchMedia(narrowMedia).matches || (fit !== 'width' && devicePixels > narrowWidth)
}

/** Calls back when the picture can be drawn at once, so that it replaces the other one without flicker. If
 *  the connection fails, it retries until the picture arrives. @returns a function that stops it */
function whenReady(src: string, onReady: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  // Referenced until the page shows it, because browsers drop pictures without a reference.
  let picture: HTMLImageElement
  const ask = () => {
    picture = new Image()
    picture.src = src
    // `decode` also rejects a picture that is too large to be decoded ahead, which can be shown nevertheless.
    picture.decode().then(look, look)
  }
  const look = () => {
    if (isOver) return
    if (picture.naturalWidth > 0) onReady()
    else timer = setTimeout(ask, againAfterMs)
  }
  ask()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
