import { m } from '@pinmark/words/messages'
import { LayoutGrid } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '../../ui/button'
import { useDesignList, countOf, handleDesignKey, type DesignActions, type DesignTile } from './design-list'
import { Name } from '../../ui/rich'
import './design-strip.css'

interface DesignStripProps {
  readonly designs: readonly DesignTile[]
  /** Null for visitors who may not change designs. */
  readonly actions: DesignActions | null
  readonly onShow: (id: string) => void
  readonly onOverview: () => void
}

/** The designs of a project below the frame. */
export function DesignStrip({ designs, actions, onShow, onOverview }: DesignStripProps) {
  const { list, rowOf } = useDesignList({ designs, actions })
  const shownId = designs.find(({ isShown }) => isShown)?.id
  useEffect(() => {
    const tile = list.current?.querySelector('[aria-current]')
    if (!list.current || !tile) return
    const [strip, box] = [list.current.getBoundingClientRect(), tile.getBoundingClientRect()]
    const left = Math.min(0, box.left - strip.left) + Math.max(0, box.right - strip.right)
    // `scrollIntoView` would scroll the page too when the strip is below the window.
    list.current.scrollBy({ left, behavior: 'instant' })
  }, [list, shownId])

  return (
    <nav aria-label={m.designs_title()} className="design-strip">
      <ul ref={list}>
        {designs.map((design, index) => {
          const { place, itemProps, grip, nameField, menu } = rowOf(design, index)
          return (
            <li key={design.id} {...itemProps}>
              {grip}
              {nameField || (
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- Its words lie deeper than the rule looks.
                <button
                  type="button"
                  className="design-tile"
                  data-design={design.id}
                  aria-current={design.isShown || undefined}
                  onClick={() => onShow(design.id)}
                  onKeyDown={(event) => place && handleDesignKey(event, place)}
                >
                  <img src={design.thumbnail} alt="" width={48} height={40} draggable={false} />
                  <span className="min-w-0">
                    <Name className="design-title">{design.title}</Name>
                    <span className="tabular block text-ink-2">{countOf(design)}</span>
                  </span>
                </button>
              )}
              {!nameField && menu}
            </li>
          )
        })}
      </ul>
      <IconButton size="sm" label={m.designs_all()} shortcut="G" onClick={onOverview}>
        <LayoutGrid size={18} />
      </IconButton>
    </nav>
  )
}
