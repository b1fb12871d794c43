import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import { m } from '@pinmark/words/messages'
import { Ellipsis } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { formatDateTime, formatRelative, useNow } from '../../../lib/clock'
import { Avatar, Tag } from '../../../ui/signs'
import { IconButton, Button } from '../../../ui/button'
import { LazyBoundary, lazyComponent } from '../../../ui/lazy'
import { Menu } from '../../../ui/menu'
import { keptWords, KeptText } from '../kept-note'
import { ClampedText } from '../list/clamped-text'
import { Agree } from './agree'
import { EditForm, type Edit } from './edit-form'
import { useKeptText } from '../../../lib/kept-texts'
import { authorOf } from '../../../lib/format'
import { deleteDraft } from '../../review/drafts/draft-actions'
import { picturesWords, type Draft } from '../../review/drafts/draft'
import { editDraft } from '../../review/drafts/draft-store'
import { useReview } from '../../review/use-review'
import { CommentText } from '../list/comment-text'
import { Name } from '../../../ui/rich'

const MessagePictures = lazyComponent(
  async () => (await import('../pictures/message-pictures')).MessagePictures,
)

interface MessageProps {
  message: Comment | Reply
  thread: Comment
  /** The menu of the thread's bar, which has the actions of its first message; null for a reply. */
  barMenu: RefObject<HTMLButtonElement | null> | null
  /** Null unless this message is edited. */
  edit: Edit | null
  onEdit: () => void
  onEditEnd: () => void
  onDelete: () => void
}

/** One message of a thread. An unsaved edit opens again with its text, or is shown below if it can no longer be saved. */
export function Message(props: MessageProps) {
  const { message, thread, barMenu, edit, onEdit, onEditEnd, onDelete } = props
  const { part: project, unread } = useReview()
  const { _id, text, byOwner, via, deletedAt, can } = message
  const author = authorOf(message)
  // It keeps the sign while the thread is open, although it counts as read from then on.
  const isNew = unread.isNew(message, thread)
  const [wasNew] = useState(isNew)
  const keptEdit = useKeptText(_id)
  const ownMenu = useRef<HTMLButtonElement>(null)
  const isChangeable = deletedAt === null && (can.edit || can.delete)
  return (
    <article
      ref={passFocusOn}
      aria-label={m.message_by({ name: author })}
      data-message={_id}
      className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-2.5"
    >
      <Avatar name={author} />
      <div className="min-w-0">
        <div className="flex min-h-7 items-center gap-1.5">
          <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 py-1">
            <Name className="line-clamp-2 font-semibold wrap-anywhere">{author}</Name>
            {byOwner && <Tag>{m.tag_designer()}</Tag>}
            {via !== undefined && (
              <span className="text-12 wrap-anywhere text-ink-3">{m.fact_via({ name: via })}</span>
            )}
            <MessageTime message={message} />
            {(wasNew || isNew) && <Tag tone="new">{m.tag_new()}</Tag>}
          </div>
          {!barMenu && isChangeable && !edit && (
            <div className="-my-1 ms-auto flex-none">
              <Menu
                buttonRef={ownMenu}
                trigger={
                  <IconButton size="sm" label={m.message_more({ name: author })} tooltip={m.action_more()}>
                    <Ellipsis />
                  </IconButton>
                }
                items={[
                  can.edit && { label: m.action_edit(), onSelect: onEdit, movesFocus: true },
                  can.delete && { label: m.action_delete(), tone: 'danger', onSelect: onDelete },
                ]}
              />
            </div>
          )}
        </div>
        {deletedAt !== null ? (
          <p className="text-15 text-ink-3">{m.comment_is_deleted()}</p>
        ) : can.edit && (edit || keptEdit !== null) ? (
          <EditForm
            projectId={project._id}
            message={message}
            edit={edit}
            keptText={keptEdit}
            menu={barMenu ?? ownMenu}
            onEnd={onEditEnd}
          />
        ) : (
          <>
            {text !== '' && (
              <div className="grid text-15">
                <ClampedText text={text} lines={6} />
              </div>
            )}
            {message.pictures && (
              <LazyBoundary fallback={<div style={{ height: 94 }} />}>
                <MessagePictures project={project} message={message} number={thread.number} />
              </LazyBoundary>
            )}
            <Agree message={message} thread={thread} />
            {keptEdit !== null && (
              <div className="mt-2 grid gap-2">
                <KeptText
                  label={m.kept_edit()}
                  name={`edit-${_id}`}
                  text={keptEdit}
                  words={keptWords(project, keptEdit) ?? m.not_saved_kept()}
                />
              </div>
            )}
          </>
        )}
      </div>
    </article>
  )
}

/** A message that disappears with the focus, as a deleted reply does, leaves it to the menu of the next one, or to the list: the
 *  field for replies would open the keyboard of a phone. */
function passFocusOn(article: HTMLElement) {
  return () => {
    if (!article.contains(document.activeElement)) return
    const menu = article.nextElementSibling?.querySelector<HTMLElement>('[aria-haspopup=menu]')
    const next = menu ?? article.parentElement
    next?.focus({ preventScroll: true })
  }
}

function MessageTime({ message: { createdAt, editedAt } }: { message: Comment | Reply }) {
  const now = useNow()
  return (
    <span className="text-12 text-ink-3">
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {formatRelative(createdAt, now)}
      </time>
      {editedAt !== null && (
        <>
          {m.facts_separator()}
          <time dateTime={editedAt} title={formatDateTime(editedAt)}>
            {m.fact_edited()}
          </time>
        </>
      )}
    </span>
  )
}

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
          <Name className="font-semibold wrap-anywhere">{commenter}</Name>
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
