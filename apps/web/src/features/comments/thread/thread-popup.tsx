import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Popup } from '../composer/popup'
import type { PopupAnchor } from '../composer/use-popup-place'
import { Thread, type ThreadProps } from './thread'

interface ThreadPopupProps extends Omit<ThreadProps, 'titleId'> {
  anchor: PopupAnchor
  /** The element that had the focus when the thread was opened. */
  askedFrom: Element | null
}

/** A thread beside its pin. The same popup stays while one walks from comment to comment. */
export function ThreadPopup({ anchor, askedFrom, ...props }: ThreadPopupProps) {
  const titleId = useId()
  const content = useRef<HTMLDivElement>(null)
  // Into the popup and not into its field: the keys of the page go on working, and no keyboard covers a phone.
  // Its code may arrive late. The focus stays where it is if it has moved by then.
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
