import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useState } from 'react'
import { accountId } from '../../../lib/session'
import { submitKeys } from '../../../lib/shortcuts'
import { useMovedFocus } from '../../../lib/use-moved-focus'
import { Button } from '../../../ui/button'
import { ErrorStrip } from '../../../ui/error-strip'
import { FieldError, TextArea } from '../../../ui/field'
import { CommenterField } from '../composer/composer'
import { useComposer } from '../composer/use-composer'
import { isEmptyDraft, newDraft } from '../../review/drafts/draft'
import { useReplyDrafts } from '../../review/drafts/draft-store'
import { AttachButton, useAttach } from '../pictures/attach'
import { DraftPictures } from '../pictures/draft-pictures'
import './reply-form.css'

interface ReplyFormProps {
  project: Project
  thread: Comment
}

/** The reply field under a thread. A visitor without a name is asked for one once. After a login or logout, a
 *  started reply shows the name under which it will be sent. */
export function ReplyForm({ project, thread }: ReplyFormProps) {
  const { _id: parent, version } = thread
  const blank = () => newDraft(project, { parent, version, kind: 'design' })
  // It is stored from its first letter on. Until then, only its key exists.
  const [fresh, setFresh] = useState(blank)
  const { written } = useReplyDrafts(project.permanentId, thread)
  // Each reply has its own key. One that was sent after all, or in another tab, disappears without `renew`, and the next
  // one would overwrite it.
  const isStored = written?.key === fresh.key
  const [wasStored, setWasStored] = useState(isStored)
  if (isStored !== wasStored) {
    setWasStored(isStored)
    if (wasStored) setFresh(blank())
  }
  const composer = useComposer(project, written ?? fresh, { onSent: renew, onLeft: renew })
  const { outbox, draft, problems, isPending, text, formProps, change } = composer
  const [asksName, setAsksName] = useState(draft.commenter === '')
  const isOtherLogin = written !== null && written.account !== accountId()
  // The field stays while it is used: the first letter removes the reason.
  if (!asksName && (isOtherLogin || problems.commenter !== null)) setAsksName(true)
  const [isTouched, setIsTouched] = useState(false)
  useMovedFocus(text)
  const { form, notice, attach } = useAttach(outbox, draft, isPending)
  const action = problems.none === null ? m.action_reply() : m.action_retry()
  const label = draft.commenter === '' || asksName ? m.action_reply() : m.reply_as({ name: draft.commenter })

  /** Frees the field for the next reply, when the last one is stored or waits for the network. */
  function renew() {
    setFresh(blank())
    setAsksName(false)
    text.current?.focus({ preventScroll: true })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- A short cut for its button.
    <form ref={form} className="grid flex-none gap-2 border-t border-line p-3" {...formProps}>
      {((asksName && (isTouched || !isEmptyDraft(draft))) || problems.commenter !== null) && (
        <CommenterField project={project} composer={composer} />
      )}
      <DraftPictures outbox={outbox} draft={draft} isPending={isPending} notice={notice} />
      <div className="reply-line">
        <TextArea
          ref={text}
          id={`${draft.key}-text`}
          name={`reply-${parent}`}
          rows={1}
          maxRows={6}
          className="resize-none"
          aria-label={label}
          onFocus={() => setIsTouched(true)}
          placeholder={label}
          aria-invalid={problems.text !== null || undefined}
          aria-describedby={problems.text === null ? undefined : `${draft.key}-error`}
          value={draft.text}
          readOnly={isPending}
          onChange={({ target }) => change('text', target.value)}
        />
        <AttachButton disabled={isPending} onFiles={attach} />
        <Button
          type="submit"
          data-tooltip={m.tooltip_with_key({ label: action, key: submitKeys })}
          pending={isPending}
        >
          {action}
        </Button>
      </div>
      {problems.text !== null && (
        <FieldError id={`${draft.key}-error`} controlId={`${draft.key}-text`}>
          {problems.text}
        </FieldError>
      )}
      <ErrorStrip>{problems.none}</ErrorStrip>
    </form>
  )
}
