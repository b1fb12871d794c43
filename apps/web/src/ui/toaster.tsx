import { m } from '@pinmark/words/messages'
import { CircleAlert, X } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from './button'
import { classNames } from './class-names'
import { closeToast, readToasts, subscribeToasts, type ToastNote } from './toast'
import { useWindowEvent } from './use-window-event'

/** Short notes at the bottom left; on phones at the top below the navbar. They move to the other end of the window where
 *  they cover less of what the visitor works on. They are at the end of the body, so that they lie above modal dialogs.
 *  All timers pause while one note has the pointer or the focus. F6 focuses the newest, and the focus returns when it closes. */
export function Toaster() {
  const notes = useSyncExternalStore(subscribeToasts, readToasts)
  const [isPointed, setIsPointed] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const list = useRef<HTMLElement>(null)
  /** Returns the focus to where it was before the notes had it. */
  const returnFocus = useRef<() => unknown>(undefined)
  useFreeEnd(list, notes)
  const focusNewest = (event: KeyboardEvent) => {
    const button = list.current?.querySelector<HTMLElement>('.toast:last-child button')
    if (event.key !== 'F6' || !button) return
    // Browsers move the focus to their own bars.
    event.preventDefault()
    button.focus()
  }
  // In the capture phase, because windows such as the lightbox keep their keys from the page.
  useWindowEvent('keydown', focusNewest, { capture: true })
  // A note that the page closes takes its focus along, and React reports no blur of removed elements.
  useLayoutEffect(() => {
    if (!isFocused || list.current?.contains(document.activeElement)) return
    returnFocus.current?.()
    setIsFocused(false)
  }, [notes, isFocused])

  function handleFocus({ relatedTarget, currentTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget))
      returnFocus.current = () => relatedTarget instanceof HTMLElement && relatedTarget.focus()
    setIsFocused(true)
  }
  function handleTakeFocus(next: () => void) {
    returnFocus.current = next
  }
  function handleClose(id: number) {
    const hadFocus = list.current?.contains(document.activeElement)
    closeToast(id)
    if (hadFocus) returnFocus.current?.()
    setIsFocused(false)
    setIsPointed(false)
  }

  return createPortal(
    <section
      ref={list}
      aria-label={m.notes_label()}
      className="toast-viewport"
      onPointerEnter={() => setIsPointed(true)}
      onPointerLeave={() => setIsPointed(false)}
      onFocus={handleFocus}
      onBlur={({ relatedTarget, currentTarget }) => setIsFocused(currentTarget.contains(relatedTarget))}
    >
      {/* The region is always mounted, because screen readers announce only additions to it. A status would be read whole,
          with the earlier notes. A modal dialog hides everything outside it from them, except elements with `aria-live`. */}
      <div role="status" aria-live="polite" aria-atomic={false} className="contents">
        {notes.map((note) => (
          <ToastItem
            key={note.id}
            note={note}
            waits={isPointed || isFocused}
            onTakeFocus={handleTakeFocus}
            onClose={handleClose}
          />
        ))}
      </div>
    </section>,
    document.body,
  )
}

/** What notes must not cover: an open popup, its pin, the pin that has the focus, such as one that was just placed, and
 *  the project's name. */
const keptFree = '[data-popup], [data-pin][data-selected], [data-pin]:focus, .project-title > h1'

/** Looks in every frame while there are notes, because popups and pins move with the page. */
function useFreeEnd(list: RefObject<HTMLElement | null>, notes: readonly ToastNote[]): void {
  useLayoutEffect(() => {
    const element = list.current
    if (!element || notes.length === 0) return undefined
    const placeAt = (isOtherEnd: boolean) => {
      element.toggleAttribute('data-other-end', isOtherEnd)
      return element.getBoundingClientRect()
    }
    const measure = () => ({ other: placeAt(true), usual: placeAt(false) })
    let places = measure()
    let frame = 0
    const look = () => {
      frame = requestAnimationFrame(look)
      // A note that is about to be pressed stays.
      if (element.matches(':hover, :focus-within')) return
      const boxes = [...document.querySelectorAll(keptFree)].map((one) => one.getBoundingClientRect())
      const isOtherEnd = coveredPx(places.usual, boxes) > coveredPx(places.other, boxes)
      element.toggleAttribute('data-other-end', isOtherEnd)
    }
    look()
    const handleResize = () => {
      places = measure()
    }
    window.addEventListener('resize', handleResize)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('resize', handleResize)
    }
  }, [list, notes])
}

/** The covered area, in square pixels. */
function coveredPx(note: DOMRect, boxes: readonly DOMRect[]): number {
  return boxes.reduce((sum, box) => {
    const width = Math.min(note.right, box.right) - Math.max(note.left, box.left)
    const height = Math.min(note.bottom, box.bottom) - Math.max(note.top, box.top)
    return sum + Math.max(0, width) * Math.max(0, height)
  }, 0)
}

interface ToastItemProps {
  note: ToastNote
  waits: boolean
  /** It has taken the focus, which goes there when it closes. */
  onTakeFocus: (returnFocus: () => void) => void
  onClose: (id: number) => void
}

function ToastItem({ note, waits, onTakeFocus, onClose }: ToastItemProps) {
  const { id, text, detail = '', action, otherAction, tone, durationMs, passFocusOn } = note
  const first = useRef<HTMLButtonElement>(null)
  const handleTakeFocus = useEffectEvent(onTakeFocus)
  useEffect(() => {
    if (!passFocusOn) return
    first.current?.focus({ preventScroll: true })
    handleTakeFocus(passFocusOn)
  }, [passFocusOn])
  useEffect(() => {
    if (waits) return
    const timer = setTimeout(() => closeToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, durationMs, waits])

  return (
    <div className={classNames('toast', (otherAction || detail !== '') && 'toast-tall')}>
      {tone === 'danger' && <CircleAlert size={18} className="flex-none text-danger-text" />}
      <p className="min-w-0 wrap-anywhere">
        <span>{text}</span>
        {detail !== '' && (
          <span dir="auto" className="line-clamp-2 text-ink-2">
            {detail}
          </span>
        )}
      </p>
      {[action, otherAction].map(
        (one, index) =>
          one && (
            <Button
              key={one.label}
              ref={index === 0 ? first : undefined}
              size="sm"
              onClick={() => {
                onClose(id)
                one.onSelect()
              }}
            >
              {one.label}
            </Button>
          ),
      )}
      <IconButton label={m.note_close()} size="sm" onClick={() => onClose(id)}>
        <X />
      </IconButton>
    </div>
  )
}
