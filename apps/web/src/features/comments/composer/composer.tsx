import { useState } from 'react'
import { useDraft } from '../../review/drafts/draft-store'
import { ComposerForm, type ComposerFormProps } from './composer-form'
import { Popup } from './popup'
import type { PopupAnchor } from './use-popup-place'

export interface ComposerProps extends Pick<
  ComposerFormProps,
  'project' | 'firstField' | 'newer' | 'onDraw' | 'onSent'
> {
  /** The result of `useDraftActions().start`, or the key of a thread that is a draft, sending or failed. */
  draftKey: string
  anchor: PopupAnchor
  /** `click`: the click outside that closed it. */
  onClose: (click?: Event) => void
}

/** The popup that writes a comment. Give it `draftKey` as its React key. */
export function Composer({ draftKey, anchor, onClose, ...props }: ComposerProps) {
  const { project } = props
  const draft = useDraft(project.permanentId, draftKey)
  // A comment that changes to the whole design keeps the position of its popup.
  const [firstAnchor] = useState(anchor)
  if (!draft) return null

  return (
    <Popup
      anchor={draft.kind === 'design' ? firstAnchor : anchor}
      hasLeader={draft.kind !== 'design'}
      labelledBy={`composer-${draftKey}`}
      pinKey={draftKey}
      onDismiss={onClose}
    >
      <ComposerForm titleId={`composer-${draftKey}`} draft={draft} {...props} onClose={() => onClose()} />
    </Popup>
  )
}
