import { useState } from 'react'
import { useDraft } from '../../review/drafts/draft-store'
import { ComposerForm, type ComposerFormProps } from './composer-form'
import { Popup } from './popup'
import type { PopupAnchor } from './use-popup-place'

export interface ComposerProps extends Pick<
  ComposerFormProps,
  'project' | 'firstField' | 'newer' | 'onDraw' | 'onClose' | 'onSent'
> {
  /** The result of `useDraftActions().start`, or the key of a thread that is a draft, sending or failed. */
  draftKey: string
  anchor: PopupAnchor
}

/** The popup that writes a comment. Give it `draftKey` as its React key. */
export function Composer({ draftKey, anchor, ...props }: ComposerProps) {
  const { project, onClose } = props
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
      <ComposerForm titleId={`composer-${draftKey}`} draft={draft} {...props} />
    </Popup>
  )
}
