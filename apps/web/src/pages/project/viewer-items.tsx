import { Maximize2, Minimize2 } from 'lucide-react'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { useBackingItems, useZoomItems } from '../../features/canvas/zoom/zoom-menu'
import type { MenuItem } from '../../ui/menu-item'
import type { Placing } from './use-placing'

interface ViewerItemsOptions {
  readonly viewport: Viewport
  readonly placing: Placing
  readonly canPlace: boolean
  readonly isExpanded: boolean
  readonly onToggleExpanded: () => void
}

/** The actions of the toolbar, for the menu in a phone's head. */
export function useViewerItems(options: ViewerItemsOptions): MenuItem[] {
  const { viewport, placing, canPlace, isExpanded, onToggleExpanded } = options
  const zoomItems = useZoomItems(viewport)
  const backingItems = useBackingItems()
  const Icon = isExpanded ? Minimize2 : Maximize2
  return [
    ...zoomItems,
    ...(canPlace
      ? [
          {
            label: 'Mark a region',
            checked: placing.tool === 'region',
            onSelect: placing.toggleRegionTool,
          },
        ]
      : []),
    {
      label: isExpanded ? 'Back to the page' : 'Expand',
      icon: <Icon aria-hidden size={16} strokeWidth={1.75} />,
      onSelect: onToggleExpanded,
    },
    ...backingItems,
  ]
}
