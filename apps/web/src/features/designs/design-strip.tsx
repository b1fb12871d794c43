import { Ellipsis, LayoutGrid, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import type { MenuItem } from '../../ui/menu-item'
import { DesignNameField } from './design-name-field'
import './design-strip.css'

/** A design as the strip shows it. */
export interface DesignTile {
  readonly id: string
  readonly title: string
  readonly thumbnail: string
  readonly isShown: boolean
  readonly open: number
  readonly total: number
  /** Number of its newest version. */
  readonly version: number
}

/** What the owner may do with designs. */
export interface DesignActions {
  readonly onRename: (id: string, title: string) => Promise<void>
  readonly onUpload: (id: string) => void
  /** To a place among the others, 1 for the first. */
  readonly onMove: (id: string, position: number) => void
  readonly onDelete: (id: string) => void
  readonly onAdd: () => void
}

interface DesignStripProps {
  readonly designs: readonly DesignTile[]
  /** Null for those who may only look at them. */
  readonly actions: DesignActions | null
  readonly onShow: (id: string) => void
  readonly onOverview: () => void
}

/** The designs of a project below the frame. */
export function DesignStrip({ designs, actions, onShow, onOverview }: DesignStripProps) {
  const [renamed, setRenamed] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const shownId = designs.find(({ isShown }) => isShown)?.id
  useEffect(() => {
    list.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  }, [shownId])

  return (
    <nav aria-label="Designs" className="design-strip">
      <ul ref={list}>
        {designs.map((design, index) => (
          <li key={design.id}>
            {renamed === design.id && actions ? (
              <DesignNameField
                title={design.title}
                onSave={(title) => actions.onRename(design.id, title)}
                onEnd={() => setRenamed(null)}
              />
            ) : (
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- Its words lie deeper than the rule looks.
              <button
                type="button"
                className="design-tile"
                data-design={design.id}
                aria-current={design.isShown || undefined}
                onClick={() => onShow(design.id)}
                onKeyDown={(event) =>
                  actions && handleKey(event, design.id, index, actions, () => setRenamed(design.id))
                }
              >
                <img src={design.thumbnail} alt="" width={48} height={40} draggable={false} />
                <span className="min-w-0">
                  <bdi dir="auto" className="design-title">
                    {design.title}
                  </bdi>
                  <span className="tabular block text-ink-2">{countOf(design)}</span>
                </span>
              </button>
            )}
            {actions && renamed !== design.id && (
              <Menu
                items={itemsOf(design, index, designs.length, actions, () => setRenamed(design.id))}
                trigger={
                  <IconButton size="sm" label={`Actions for ${design.title}`} tooltip="Actions">
                    <Ellipsis aria-hidden size={16} strokeWidth={1.75} />
                  </IconButton>
                }
              />
            )}
          </li>
        ))}
      </ul>
      <IconButton size="sm" label="All designs" tooltip="All designs (G)" onClick={onOverview}>
        <LayoutGrid aria-hidden size={18} strokeWidth={1.75} />
      </IconButton>
      {actions && (
        <Button size="sm" className="flex-none" onClick={actions.onAdd}>
          <Plus aria-hidden size={16} strokeWidth={1.75} />
          <span className="max-md:sr-only">Add design</span>
        </Button>
      )}
    </nav>
  )
}

function handleKey(
  event: KeyboardEvent,
  id: string,
  index: number,
  { onMove, onDelete }: DesignActions,
  rename: () => void,
): void {
  const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
  if (event.altKey && step !== 0) onMove(id, index + 1 + step)
  else if (event.key === 'F2') rename()
  else if (event.key === 'Delete') onDelete(id)
  else return
  event.preventDefault()
}

function itemsOf(
  { id }: DesignTile,
  index: number,
  count: number,
  { onUpload, onMove, onDelete }: DesignActions,
  rename: () => void,
): MenuItem[] {
  return [
    { label: 'Rename', shortcut: 'F2', onSelect: rename },
    { label: 'Upload new version…', onSelect: () => onUpload(id) },
    { label: 'Move left', disabled: index === 0, onSelect: () => onMove(id, index) },
    { label: 'Move right', disabled: index === count - 1, onSelect: () => onMove(id, index + 2) },
    { label: 'Delete design', tone: 'danger', onSelect: () => onDelete(id) },
  ]
}

/** `7 open` */
export function countOf({ open, total }: DesignTile): string {
  if (open > 0) return `${open} open`
  return total > 0 ? 'All resolved' : 'No comments yet'
}
