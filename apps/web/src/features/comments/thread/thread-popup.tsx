import { useId, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { Popup, useFocusReturn, useTabOrder } from '../composer/popup'
import type { PopupAnchor } from '../composer/use-popup-place'
import { useReview, useReviewState } from '../../review/use-review'
import { Thread, type ThreadProps } from './thread'
import { onEscape } from '../../../ui/popover'

interface ThreadPopupProps extends Omit<ThreadProps, 'titleId'> {
  anchor: PopupAnchor
}

/** A thread beside its pin. Stepping from comment to comment keeps the same popup. */
export function ThreadPopup({ anchor, ...props }: ThreadPopupProps) {
  const { closeThread, popupRef } = useReview()
  const staysPut = useReviewState((state) => state.staysPut)
  const titleId = useId()
  const content = useRef<HTMLDivElement>(null)
  useFirstFocus(content)
  return (
    <Popup
      anchor={anchor}
      staysPut={staysPut}
      popupRef={popupRef}
      hasLeader={props.thread.kind !== 'design'}
      labelledBy={titleId}
      pinKey={props.thread._id}
      onDismiss={closeThread}
    >
      <div ref={content} className="flex min-h-0 flex-col">
        <Thread {...props} titleId={titleId} />
      </div>
    </Popup>
  )
}

/** A thread in the sheet of a phone. The focus and Tab work as in the popup. Esc returns to the list that the thread was
 *  opened from. */
export function ThreadSheet(props: Omit<ThreadProps, 'titleId'>) {
  const { select } = useReview()
  const titleId = useId()
  const dialog = useRef<HTMLDivElement>(null)
  useFirstFocus(dialog)
  useFocusReturn(dialog)
  useTabOrder(dialog, props.thread._id)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc is for all of the thread.
    <div
      ref={dialog}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col -outline-offset-2"
      onKeyDown={onEscape(() => select(null))}
    >
      <Thread {...props} titleId={titleId} />
    </div>
  )
}

/** The focus goes to the dialog and not to its field, so that the keys of the page keep working and no keyboard
 *  covers a phone. Its code may arrive late: a focus that has moved meanwhile stays where it is. A thread that its
 *  link has opened shows no ring, because nobody has pressed a key. */
function useFirstFocus(content: RefObject<HTMLElement | null>) {
  const { askedFrom } = useReview()
  const [takesFocus] = useState(() => [askedFrom, document.body].includes(document.activeElement))
  useLayoutEffect(() => {
    const dialog = content.current?.closest<HTMLElement>('[role="dialog"]')
    if (!takesFocus || !dialog) return
    if (document.activeElement === document.body) {
      dialog.style.outline = 'none'
      dialog.addEventListener('blur', () => dialog.style.removeProperty('outline'), { once: true })
    }
    dialog.focus({ preventScroll: true })
  }, [content, takesFocus])
}
