import { m } from '@pinmark/words/messages'
import { ChevronDown } from 'lucide-react'
import { backings, chooseBacking, readBacking } from '../../../lib/appearance'
import { useStored } from '../../../lib/store'
import { Button } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import type { MenuItem } from '../../../ui/menu-item'
import { toast } from '../../../ui/toast'
import type { Viewport } from './use-viewport'
import { type Shown, shownFit, shownScale, useShown } from './view-store'
import { useEffect, useState } from 'react'
import { whenIdle } from '../../../ui/lazy'
import { formatPercent } from '../../../lib/format'

/** The zoom in percent, with a menu of common sizes. */
export function ZoomMenu({ viewport }: { viewport: Viewport }) {
  const zoomItems = useZoomItems(viewport)
  const percent = formatPercent(useShown(viewport, shownScale))
  return (
    <Menu
      items={[...zoomItems, ...fullScreenItems(), ...useBackingItems(viewport)]}
      trigger={
        <Button
          variant="quiet"
          size="sm"
          aria-label={m.zoom_label({ percent })}
          data-tooltip={m.zoom_tooltip()}
          className="tabular min-w-[84px] justify-between px-2 text-13"
        >
          <span>{percent}</span>
          <ChevronDown />
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
    { label: m.zoom_fit_width(), checked: fit === 'width', onSelect: () => fitTo('width') },
    { label: m.zoom_fit_whole(), checked: fit === 'whole', onSelect: () => fitTo('whole') },
    ...presets.map((scale) => ({
      label: formatPercent(scale),
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

const backingLabels = {
  white: () => m.backing_white(),
  checker: () => m.backing_checker(),
  dark: () => m.theme_dark(),
}

/** None for a design without transparent parts. */
function useBackingItems(viewport: Viewport): MenuItem[] {
  const current = useStored(readBacking)
  if (!useIsTransparent(viewport)) return []
  return backings.map((backing) => ({
    label: backingLabels[backing](),
    group: m.backing_group(),
    checked: backing === current,
    onSelect: () => chooseBacking(backing),
  }))
}

/** Uses the whole page, so that popups, notes and dialogs stay on top of the design. None in a browser that supports full
 *  screen for no page, as on iPhones. */
function fullScreenItems(): MenuItem[] {
  if (!document.fullscreenEnabled) return []
  const checked = document.fullscreenElement !== null
  const toggle = () => (checked ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  const refuse = () => toast.show({ text: m.full_screen_refused(), tone: 'danger' })
  return [{ label: m.full_screen(), checked, onSelect: () => void toggle().catch(refuse) }]
}

/** Whether the shown design has transparent parts; false until it is drawn. */
function useIsTransparent({ sheetRef, natural }: Viewport): boolean {
  const [isTransparent, setIsTransparent] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    whenIdle(() => {
      const image = [...(sheetRef.current?.querySelectorAll<HTMLImageElement>('img.canvas-image') ?? [])].at(
        -1,
      )
      if (signal.aborted || !image) return
      // Without a network, the menu lacks the choice until the next version is shown.
      const look = () =>
        void hasTransparency(image)
          .then((found) => signal.aborted || setIsTransparent(found))
          .catch(() => undefined)
      if (image.complete) look()
      else image.addEventListener('load', look, { signal })
    })
    return () => {
      controller.abort()
      setIsTransparent(false)
    }
    // Another version has another size object.
  }, [sheetRef, natural])
  return isTransparent
}

async function hasTransparency(image: HTMLImageElement): Promise<boolean> {
  const { hasTransparentPixel } = await import('../canvas.lazy')
  return hasTransparentPixel(image)
}
