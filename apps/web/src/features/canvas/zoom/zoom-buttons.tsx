import { ZoomIn, ZoomOut } from 'lucide-react'
import { IconButton } from '../../../ui/button'
import type { Viewport } from './use-viewport'
import { ZoomMenu } from './zoom-menu'

/** Zoom out, the zoom and its menu, zoom in. */
export function ZoomButtons({ viewport }: { viewport: Viewport }) {
  return (
    <>
      <IconButton label="Zoom out" tooltip="Zoom out (−)" size="sm" onClick={() => viewport.step('out')}>
        <ZoomOut aria-hidden size={18} strokeWidth={1.75} />
      </IconButton>
      <ZoomMenu viewport={viewport} />
      <IconButton label="Zoom in" tooltip="Zoom in (+)" size="sm" onClick={() => viewport.step('in')}>
        <ZoomIn aria-hidden size={18} strokeWidth={1.75} />
      </IconButton>
    </>
  )
}
