import { m } from '@pinmark/words/messages'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Pin } from '../../../ui/signs'
import { onEscape, onFocusLeft, usePopover } from '../../../ui/popover'
import { isOpenPin, type PinModel } from '../../review/pin-model'
import { Name, rich, spokenOnly } from '../../../ui/rich'

interface ClusterListProps {
  readonly anchor: HTMLElement
  readonly pins: readonly PinModel[]
  readonly onChoose: (key: string) => void
  readonly onHover: (key: string | null) => void
  /** `returnsFocus`: closed by key, so the cluster's button gets the focus back. */
  readonly onClose: (how: { returnsFocus: boolean }) => void
}

/** The list of a cluster's comments. Its first row gets the focus. When the focus leaves it, it closes. */
export function ClusterList({ anchor, pins, onChoose, onHover, onClose }: ClusterListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { setFloating, style, isPositioned } = usePopover(anchor, {
    placement: 'right-start',
    gap: 8,
    flip: { fallbackPlacements: ['left-start', 'bottom-start', 'top-start'] },
    maxHeight: [120, 320],
  })

  useEffect(() => {
    if (isPositioned) list.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isPositioned])

  // A list that closes under the pointer fires no pointerleave.
  useEffect(() => () => onHover(null), [onHover])

  const closeOnEscape = onEscape(() => onClose({ returnsFocus: true }))
  const handleKeyDown = (event: KeyboardEvent) => {
    closeOnEscape(event)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const rows = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = rows.findIndex((row) => row === document.activeElement)
    rows.at((at + step + rows.length) % rows.length)?.focus()
  }

  return (
    <div
      ref={setFloating}
      role="dialog"
      aria-label={m.cluster_title({ count: pins.length })}
      className="z-30 w-[260px] overflow-y-auto overscroll-contain rounded-panel bg-raised p-1 shadow-pop"
      style={style}
      onKeyDown={handleKeyDown}
      onBlur={onFocusLeft(() => onClose({ returnsFocus: false }))}
    >
      <ul ref={list}>
        {pins.map((pin) => (
          <li key={pin.key}>
            <button
              type="button"
              className="canvas-choice"
              onClick={() => onChoose(pin.key)}
              onPointerEnter={() => onHover(pin.key)}
              onPointerLeave={() => onHover(null)}
            >
              <Pin look={lookOf(pin)} number={pin.number} size="chip" />
              <span className="grid min-w-0">
                <span className="truncate font-semibold">
                  {rich(
                    (parts) => namedBy(pin, parts.name),
                    {
                      name: <Name>{pin.preview?.commenter}</Name>,
                    },
                    spokenOnly,
                  )}
                </span>
                <bdi dir="auto" className="truncate text-13 text-ink-2">
                  {pin.preview?.text}
                </bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function namedBy(pin: PinModel, name: string): string {
  const by = { number: pin.number ?? '', name }
  if (pin.state === 'resolved') return m.comment_by_resolved(by)
  if (pin.state === 'check') return m.comment_by_to_check(by)
  return pin.state === 'gone' ? m.comment_by_spot_gone(by) : m.comment_by(by)
}

function lookOf(pin: PinModel) {
  if (pin.state === 'resolved' || pin.state === 'open') return pin.state
  return isOpenPin(pin) ? 'older' : 'open'
}
