import { Layers, LayoutGrid, Maximize2, Minimize2 } from 'lucide-react'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import type { MenuItem } from '../../ui/menu-item'
import { useReview, useReviewState } from '../../features/review/use-review'

/** The actions of the toolbar that fingers need, for the menu in a phone's head. They zoom by themselves. */
export function useViewerItems(viewport: Viewport, isExpanded: boolean): MenuItem[] {
  const { project, part, shown, open, toggleRegionTool, toggleExpanded } = useReview()
  const isRegionTool = useReviewState(({ act }) => act.is === 'region')
  const hasVersions = !shown.isOnly || project.can.manage
  const Icon = isExpanded ? Minimize2 : Maximize2
  return [
    ...(hasVersions
      ? [{ label: 'Versions', icon: <Layers {...small} />, onSelect: () => open('versions') }]
      : []),
    ...(project.designs.length > 1
      ? [{ label: 'All designs', icon: <LayoutGrid {...small} />, onSelect: () => open('overview') }]
      : []),
    { label: 'Fit width', onSelect: () => viewport.fitTo('width') },
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
  ]
}

const small = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const
