import { Layers, LayoutGrid, Maximize2, Minimize2 } from 'lucide-react'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { useBackingItems, useZoomItems } from '../../features/canvas/zoom/zoom-menu'
import type { MenuItem } from '../../ui/menu-item'
import { useReview, useReviewState } from '../../features/review/use-review'

/** The actions of the toolbar, for the menu in a phone's head. */
export function useViewerItems(viewport: Viewport, isExpanded: boolean): MenuItem[] {
  const { project, part, shown, open, toggleRegionTool, toggleExpanded } = useReview()
  const isRegionTool = useReviewState(({ act }) => act.is === 'region')
  const hasVersions = !shown.isOnly || project.can.manage
  const zoomItems = useZoomItems(viewport)
  const backingItems = useBackingItems()
  const Icon = isExpanded ? Minimize2 : Maximize2
  return [
    ...(hasVersions
      ? [{ label: 'Versions', icon: <Layers {...small} />, onSelect: () => open('versions') }]
      : []),
    ...(project.designs.length > 1
      ? [{ label: 'All designs', icon: <LayoutGrid {...small} />, onSelect: () => open('overview') }]
      : []),
    ...zoomItems,
    ...(part.can.comment
      ? [
          {
            label: 'Mark a region',
            checked: isRegionTool,
            onSelect: toggleRegionTool,
          },
        ]
      : []),
    {
      label: isExpanded ? 'Back to the page' : 'Expand',
      icon: <Icon {...small} />,
      onSelect: toggleExpanded,
    },
    ...backingItems,
  ]
}

const small = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const
