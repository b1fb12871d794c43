import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { isEmptyDraft } from '../drafts/draft'
import { removeDraft, useDraft } from '../drafts/draft-store'
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
  if (!draft) return null

  function dismiss() {
    if (draft && isEmptyDraft(draft)) removeDraft(project.permanentId, draftKey)
    onClose()
  }

  return (
    <Popup anchor={anchor} labelledBy={`composer-${draftKey}`} pinKey={draftKey} onDismiss={dismiss}>
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
