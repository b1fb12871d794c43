import { useLayoutEffect, useRef, useState } from 'react'
import type { Paper } from './paper'

/** Margin beside the sheets on a narrow screen. */
const marginPx = 16

/** Reduces the sheets to fit a narrow window; never enlarges them. The print style sheet undoes it. */
export function useSheetZoom({ width }: Paper) {
  const table = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(Infinity)
  useLayoutEffect(() => {
    const element = table.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && !matchMedia('print').matches) setAvailable(entry.contentRect.width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { table, zoom: Math.min(1, (available - 2 * marginPx) / width) }
}
