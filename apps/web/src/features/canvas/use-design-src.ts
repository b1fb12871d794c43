import { narrowMedia } from '@pinmark/shared/narrow-media'
import { useCallback, useEffect, useState } from 'react'
import type { Viewport } from './zoom/use-viewport'
import { useShown, type Shown } from './zoom/view-store'

export interface DesignPictures {
  readonly src: string
  /** A lighter picture with fewer pixels, for the first view on a phone; `width` is its own, in pixels. */
  readonly narrow?: { readonly src: string; readonly width: number } | undefined
}

/** Delay before a failed image is requested again, in ms. */
const againAfterMs = 5_000

/** The picture of the design to show: on a phone at first the narrow one, as in the first paint, and the full
 *  view once the screen shows more pixels than the narrow one has. The full view replaces it when it is
 *  decoded, and then stays. */
export function useDesignSrc({ src, narrow }: DesignPictures, viewport: Viewport) {
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
