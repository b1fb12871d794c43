import { ChevronDown } from 'lucide-react'
import { backings, chooseBacking, readBacking } from '../../../lib/appearance'
import { useStored } from '../../../lib/store'
import { Button } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import type { MenuItem } from '../../../ui/menu-item'
import { useToast } from '../../../ui/toast'
import { canFillScreen, fillsScreen, toggleFullScreen } from '../full-screen'
import { useIsTransparent } from './use-is-transparent'
import type { Viewport } from './use-viewport'
import { shownFit, shownScale, useShown, type Shown } from './view-store'

/** The zoom in percent, with a menu of common sizes. */
export function ZoomMenu({ viewport }: { viewport: Viewport }) {
  const fullScreenItems = useFullScreenItems()
  const zoomItems = useZoomItems(viewport)
  const percent = `${Math.round(useShown(viewport, shownScale) * 100)}%`
  return (
    <Menu
      items={[...zoomItems, ...fullScreenItems, ...useBackingItems(viewport)]}
      trigger={
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Zoom: ${percent}`}
          data-tooltip="Zoom (0 fits the width)"
          className="tabular min-w-[84px] justify-between px-2 text-13"
        >
          <span>{percent}</span>
          <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
        </Button>
      }
    />
  )
}

function useZoomItems(viewport: Viewport): MenuItem[] {
  const { fitTo, zoomTo } = viewport
  const fit = useShown(viewport, shownFit)
  const preset = useShown(viewport, presetOf)
  return [
    { label: 'Fit width', checked: fit === 'width', onSelect: () => fitTo('width') },
    { label: 'Fit whole', checked: fit === 'whole', onSelect: () => fitTo('whole') },
    ...presets.map((scale) => ({
      label: `${scale * 100}%`,
      checked: preset === scale,
      onSelect: () => zoomTo(scale),
    })),
  ]
}

const presets = [0.5, 1, 2] as const

/** The preset of the present scale. Because the design's width is in whole pixels, the scale may be slightly
 *  larger or smaller. */
function presetOf({ layout, fit }: Shown): number | null {
  if (fit !== null || !layout) return null
  return presets.find((scale) => Math.abs(layout.scale / scale - 1) < 0.005) ?? null
}

const backingLabels = { white: 'White', checker: 'Checker', dark: 'Dark' } as const

/** None for a design without transparent parts. */
function useBackingItems(viewport: Viewport): MenuItem[] {
  const current = useStored(readBacking)
  if (!useIsTransparent(viewport)) return []
  return backings.map((backing) => ({
    label: backingLabels[backing],
    group: 'Behind transparent parts',
    checked: backing === current,
    onSelect: () => chooseBacking(backing),
  }))
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
