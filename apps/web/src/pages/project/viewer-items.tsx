import { Layers, LayoutGrid, Maximize2, Minimize2 } from 'lucide-react'
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
  /** False if there is nothing to choose or add. */
  readonly onVersions: false | (() => void)
  /** False if there is one design. */
  readonly onDesigns: false | (() => void)
}

/** The actions of the toolbar, for the menu in a phone's head. */
export function useViewerItems(options: ViewerItemsOptions): MenuItem[] {
  const { viewport, placing, canPlace, isExpanded, onToggleExpanded, onVersions, onDesigns } = options
  const zoomItems = useZoomItems(viewport)
  const backingItems = useBackingItems()
  const Icon = isExpanded ? Minimize2 : Maximize2
  return [
    ...(onVersions ? [{ label: 'Versions', icon: <Layers {...small} />, onSelect: onVersions }] : []),
    ...(onDesigns ? [{ label: 'All designs', icon: <LayoutGrid {...small} />, onSelect: onDesigns }] : []),
    ...zoomItems,
    ...(canPlace
      ? [
          {
            label: 'Mark a region',
            checked: placing.act.is === 'region',
            onSelect: placing.toggleRegionTool,
          },
        ]
      : []),
    {
      label: isExpanded ? 'Back to the page' : 'Expand',
      icon: <Icon {...small} />,
      onSelect: onToggleExpanded,
    },
    ...backingItems,
  ]
}

const small = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const
