import { ChevronDown } from 'lucide-react'
import { Button } from '../../ui/button'
import { Menu } from '../../ui/menu'
import type { MenuItem } from '../../ui/menu-item'
import { useToast } from '../../ui/toast'
import { canFillScreen, fillsScreen, toggleFullScreen } from './full-screen'
import type { Viewport } from './use-viewport'

/** The percent read-out, and behind it the sizes one asks for most. */
export function ZoomMenu({ viewport }: { viewport: Viewport }) {
  const fullScreenItems = useFullScreenItems()
  const percent = `${Math.round(viewport.scale * 100)}%`
  return (
    <Menu
      items={[...zoomItems(viewport), ...fullScreenItems]}
      trigger={
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Zoom: ${percent}`}
          className="tabular min-w-[84px] justify-between px-2 text-13"
        >
          {percent}
          <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
        </Button>
      }
    />
  )
}

/** For the menu here, and for `more` on phones. */
export function zoomItems({ fit, fitTo, zoomTo, scale }: Viewport): MenuItem[] {
  return [
    { label: 'Fit width', checked: fit === 'width', onSelect: () => fitTo('width') },
    { label: 'Fit whole', checked: fit === 'whole', onSelect: () => fitTo('whole') },
    { label: '100%', checked: fit === null && scale === 1, onSelect: () => zoomTo(1) },
  ]
}

function useFullScreenItems(): MenuItem[] {
  const toast = useToast()
  if (!canFillScreen()) return []
  const toggle = () =>
    toggleFullScreen().catch(() =>
      toast.show({ text: 'Your browser does not allow full screen here.', tone: 'danger' }),
    )
  return [{ label: 'Full screen', checked: fillsScreen(), onSelect: () => void toggle() }]
}
