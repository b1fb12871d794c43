import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useEffect, useState } from 'react'
import { isEmptyDraft } from '../drafts/draft'
import { findDraft, removeDraft, useDraft } from '../drafts/draft-store'
import { ComposerForm } from './composer-form'
import { Popup } from './popup'
import type { PopupAnchor } from './use-popup-place'

interface ComposerProps {
  project: Project
  /** What `useDraftActions().start` answered, or the key of a thread that is a draft, sending or failed. */
  draftKey: string
  anchor: PopupAnchor
  /** Dismissed, sent without network, or gone. What was typed stays as a draft. */
  onClose: () => void
  onSent: (comment: Comment) => void
}

/** The popup that writes a comment. Give it `draftKey` as its React key. */
export function Composer({ project, draftKey, anchor, onClose, onSent }: ComposerProps) {
  const draft = useDraft(project.permanentId, draftKey)
  // A comment that gives up its spot for the whole design does not make its popup jump.
  const [firstAnchor] = useState(anchor)
  useLeaveNothingEmpty(project.permanentId, draftKey)
  if (!draft) return null

  function dismiss() {
    removeIfEmpty(project.permanentId, draftKey)
    onClose()
  }

  return (
    <Popup
      anchor={draft.kind === 'design' ? firstAnchor : anchor}
      hasLeader={draft.kind !== 'design'}
      labelledBy={`composer-${draftKey}`}
      pinKey={draftKey}
      onDismiss={dismiss}
    >
      <ComposerForm
        titleId={`composer-${draftKey}`}
        project={project}
        draft={draft}
        onDismiss={dismiss}
        onClose={onClose}
        onSent={onSent}
      />
    </Popup>
  )
}

const open = new Set<string>()

/** However the composer is left, by its page or by going to another: a spot without a word does not stay behind. */
function useLeaveNothingEmpty(permanentId: string, draftKey: string): void {
  useEffect(() => {
    open.add(draftKey)
    return () => {
      open.delete(draftKey)
      // Not at once: the same composer may only be drawn anew.
      setTimeout(() => {
        if (!open.has(draftKey)) removeIfEmpty(permanentId, draftKey)
      })
    }
  }, [permanentId, draftKey])
}

function removeIfEmpty(permanentId: string, draftKey: string): void {
  const draft = findDraft(permanentId, draftKey)
  if (draft && isEmptyDraft(draft)) removeDraft(permanentId, draftKey)
}
