import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useState } from 'react'
import { useDraft } from '../drafts/draft-store'
import { ComposerForm } from './composer-form'
import { Popup } from './popup'
import type { PopupAnchor } from './use-popup-place'

export interface ComposerProps {
  project: Project
  /** The result of `useDraftActions().start`, or the key of a thread that is a draft, sending or failed. */
  draftKey: string
  anchor: PopupAnchor
  /** A newer version of the design that has arrived, and is shown on request. Only there the comment can be sent. */
  newer: { number: number; onShow: () => void } | null
  /** Dismissed, queued without network, or gone. Typed text stays as a draft. */
  onClose: () => void
  onSent: (comment: Comment) => void
}

/** The popup that writes a comment. Give it `draftKey` as its React key. */
export function Composer({ project, draftKey, anchor, newer, onClose, onSent }: ComposerProps) {
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
      <ComposerForm
        titleId={`composer-${draftKey}`}
        project={project}
        draft={draft}
        newer={newer}
        onClose={onClose}
        onSent={onSent}
      />
    </Popup>
  )
}
