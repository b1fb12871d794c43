import { m } from '@pinmark/words/messages'
import { Plus } from 'lucide-react'
import { useEffect, useId, type KeyboardEvent, type RefObject } from 'react'
import { stepInRow } from '../../ui/reading-direction'
import { Button } from '../../ui/button'
import { CropMarks } from '../../ui/signs'
import { sheetOnMat } from '../../ui/sheet-on-mat'
import { useFileArrival } from '../../ui/design-files'
import {
  useDesignList,
  countOf,
  handleDesignKey,
  type DesignActions,
  type DesignPlace,
  type DesignTile,
} from './design-list'
import { Name } from '../../ui/rich'
import './design-strip.css'

interface DesignOverviewProps {
  readonly root: RefObject<HTMLDivElement | null>
  readonly projectName: string
  readonly designs: readonly DesignTile[]
  /** Null for visitors who may not change designs. */
  readonly actions: DesignActions | null
  readonly onShow: (id: string) => void
  readonly onClose: () => void
}

/** All designs of a project in a window of their own. The arrow keys move between cards; Alt with an arrow
 *  moves a design. */
export function DesignOverview(props: DesignOverviewProps) {
  const { root, projectName, designs, actions, onShow, onClose } = props
  const titleId = useId()
  const { list, rowOf } = useDesignList({ designs, actions, scroller: root })
  // The page accepts the files, and asks in a dialog above this window what to do with them.
  const isDragging = useFileArrival({ onFiles: onClose, disabled: actions === null })
  const open = designs.reduce((sum, design) => sum + design.open, 0)
  useEffect(() => list.current?.querySelector<HTMLElement>('[aria-current]')?.focus(), [list])

  function handleKeyDown(event: KeyboardEvent) {
    // The keys of the page are off while this window covers it.
    event.stopPropagation()
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }

  function handleCardKey(event: KeyboardEvent, index: number, place: DesignPlace | null) {
    const step = stepOf(event.key, list.current)
    if (step !== 0 && !event.altKey) {
      event.preventDefault()
      list.current?.querySelectorAll<HTMLElement>('[data-design]')[index + step]?.focus()
    } else if (place) handleDesignKey(event, place)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc does what its button does.
    <div
      ref={root}
      role="dialog"
      aria-labelledby={titleId}
      className="design-overview"
      onKeyDown={handleKeyDown}
    >
      <div className="design-overview-head">
        <div className="me-auto min-w-0">
          <h2 id={titleId} className="text-26 font-[620] tracking-[-0.022em]">
            {m.designs_all()}
          </h2>
          <p className="wrap-anywhere text-ink-2">
            <Name>{projectName}</Name>{' '}
            <span>
              {m.designs_counts({
                designs: m.count_designs({ count: designs.length }),
                comments: m.count_open_comments({ count: open }),
              })}
            </span>
          </p>
        </div>
        <Button onClick={onClose}>{m.designs_back()}</Button>
        {actions && (
          <Button variant="primary" onClick={actions.onAdd}>
            <Plus />
            {m.design_add()}
          </Button>
        )}
      </div>
      <ul ref={list} className="design-grid">
        {designs.map((design, index) => {
          const { place, itemProps, grip, nameField, menu } = rowOf(design, index)
          return (
            <li key={design.id} {...itemProps}>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- Its words lie deeper than the rule looks. */}
              <button
                type="button"
                className="design-card"
                data-design={design.id}
                aria-current={design.isShown || undefined}
                aria-label={nameField ? design.title : undefined}
                onClick={() => onShow(design.id)}
                onKeyDown={(event) => handleCardKey(event, index, place)}
              >
                <DesignSheet design={design} />
                {!nameField && <Name className="design-card-title">{design.title}</Name>}
                <span className="design-card-count tabular">
                  {m.design_version_state({ number: design.version, state: countOf(design) })}
                </span>
              </button>
              {grip}
              {nameField && <div className="design-card-name">{nameField}</div>}
              {!nameField && menu}
            </li>
          )
        })}
        {actions && (
          <li className="design-drop" data-waiting={isDragging || undefined}>
            <CropMarks />
            <p className="font-semibold">{m.design_drop()}</p>
            <p className="text-ink-2">{m.design_drop_hint()}</p>
          </li>
        )}
      </ul>
    </div>
  )
}

/** The design as on a card of the dashboard. */
function DesignSheet({ design }: { readonly design: DesignTile }) {
  const { isCut, ...size } = sheetOnMat(design)
  return (
    <span className="design-card-mat" data-cut={isCut || undefined}>
      <img src={design.thumbnail} alt="" loading="lazy" draggable={false} style={size} />
    </span>
  )
}

/** The distance to the neighbour in the row, or to the card above or below. */
function stepOf(key: string, list: HTMLElement | null): number {
  const columns = list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 1
  return { ArrowUp: -columns, ArrowDown: columns }[key] ?? stepInRow(key)
}
