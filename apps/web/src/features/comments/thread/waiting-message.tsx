import { m } from '@pinmark/words/messages'
import { Button } from '../../../ui/button'
import { Avatar } from '../../../ui/signs'
import { deleteDraft } from '../../review/drafts/draft-actions'
import { picturesWords, type Draft } from '../../review/drafts/draft'
import { editDraft } from '../../review/drafts/draft-store'
import { CommentText } from '../list/comment-text'

interface WaitingMessageProps {
  permanentId: string
  draft: Draft
  /** Whether the field for replies is free. */
  canEdit: boolean
}

/** A reply that is sent by itself when there is a connection. Its author can correct or delete it until then. */
export function WaitingMessage({ permanentId, draft, canEdit }: WaitingMessageProps) {
  const { key, commenter, text, pictures } = draft
  return (
    <article
      aria-label={m.message_by({ name: commenter })}
      className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-2.5"
    >
      <Avatar name={commenter} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-1.5 py-1">
          <bdi translate="no" dir="auto" className="font-semibold wrap-anywhere">
            {commenter}
          </bdi>
          <span className="text-12 text-ink-3">{m.waits_for_connection()}</span>
        </p>
        <p dir="auto" className="text-15 whitespace-pre-wrap wrap-anywhere">
          <CommentText text={text} />
        </p>
        {pictures.length > 0 && <p className="text-12 text-ink-3">{picturesWords(draft)}</p>}
        <div className="mt-1 flex gap-2">
          {canEdit && (
            <Button
              size="sm"
              variant="quiet"
              onClick={() => {
                // The field for replies shows it from now on.
                editDraft(permanentId, key, {})
                document.querySelector<HTMLElement>(`[name="reply-${draft.parent}"]`)?.focus()
              }}
            >
              {m.action_edit()}
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={() => deleteDraft(permanentId, draft)}>
            {m.action_delete()}
          </Button>
        </div>
      </div>
    </article>
  )
}
