import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Popup } from '../composer/popup'
import type { PopupAnchor } from '../composer/use-popup-place'
import { Thread, type ThreadProps } from './thread'

interface ThreadPopupProps extends Omit<ThreadProps, 'titleId'> {
  anchor: PopupAnchor
  /** The element that had the focus when the thread was opened. */
  askedFrom: Element | null
}

/** A thread beside its pin. Stepping from comment to comment keeps the same popup. */
export function ThreadPopup({ anchor, askedFrom, ...props }: ThreadPopupProps) {
  const titleId = useId()
  const content = useRef<HTMLDivElement>(null)
  // The focus goes to the popup and not to its field, so that the keys of the page keep working and no
  // keyboard covers a phone. Its code may arrive late: a focus that has moved meanwhile stays where it is.
  const [takesFocus] = useState(() => [askedFrom, document.body].includes(document.activeElement))
  useLayoutEffect(() => {
    if (takesFocus) content.current?.closest<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <Popup
      anchor={anchor}
      hasLeader={props.thread.kind !== 'design'}
      labelledBy={titleId}
      pinKey={props.thread._id}
      onDismiss={props.onClose}
    >
      <div ref={content} className="flex min-h-0 flex-col">
        <Thread {...props} titleId={titleId} />
      </div>
    </Popup>
  )
}
