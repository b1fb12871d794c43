import type { Comment, CommentKind } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { PenLine, Trash2, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { submitKeys } from '../../../lib/shortcuts'
import { Button, IconButton } from '../../../ui/button'
import { ErrorStrip } from '../../../ui/error-strip'
import { RadioGroup } from '../../../ui/radio-group'
import { TextAreaField, TextField } from '../../../ui/field'
import { deleteDraft } from '../../review/drafts/draft-actions'
import { isEmptyDraft, type Draft } from '../../review/drafts/draft'
import { editDraft, useDraft, type FirstField } from '../../review/drafts/draft-store'
import { KeptNote } from '../kept-note'
import { AttachButton, useAttach } from '../pictures/attach'
import { DraftPictures } from '../pictures/draft-pictures'
import { Popup } from './popup'
import { useComposer, type ComposerState } from './use-composer'
import type { PopupAnchor } from './use-popup-place'

interface ComposerProps {
  project: Project
  /** The result of `useDraftActions().start`, or the key of a thread that is a draft, sending or failed. */
  draftKey: string
  anchor: PopupAnchor
  /** Gets the focus. */
  firstField: FirstField
  /** A newer version of the design that arrived, and is not shown yet. The comment can only be sent there. */
  newer: { number: number; onShow: () => void } | null
  /** Strokes are to be drawn. */
  onDraw: (isByKey: boolean) => void
  /** Called when it is dismissed, queued without network, or gone. Typed text stays as a draft.
   *  @param click the click outside that closed it */
  onClose: (click?: Event) => void
  onSent: (comment: Comment) => void
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

interface ComposerFormProps extends Omit<ComposerProps, 'draftKey' | 'anchor' | 'onClose'> {
  titleId: string
  draft: Draft
  onClose: () => void
}

function ComposerForm({ titleId, project, newer, onDraw, onClose, onSent, ...props }: ComposerFormProps) {
  const { firstField } = props
  const composer = useComposer(project, props.draft, {
    onSent: (message) => message.parent === null && onSent(message),
    onLeft: onClose,
  })
  const { outbox, draft, problems, isPending, kept, name, text, formProps, change } = composer
  // Reopened from its pin or its row.
  const [wasKept] = useState(() => !isEmptyDraft(props.draft))
  const label = problems.none === null ? m.action_submit() : m.action_retry()
  const closeLabel = isEmptyDraft(draft) ? m.action_close() : m.composer_close_keep()
  const { form, notice, attach } = useAttach(outbox, draft, isPending || kept !== null)

  // Focuses before the first paint, within the tap that opened the popup. Only then do phones show the
  // keyboard.
  useLayoutEffect(() => {
    const first = (firstField === 'commenter' ? name.current : null) ?? text.current
    first?.focus({ preventScroll: true })
    first?.setSelectionRange(first.value.length, first.value.length)
  }, [name, text, firstField])

  // The pressed button is disabled and loses the focus. Esc still has to reach the popup.
  useEffect(() => {
    if (isPending && document.activeElement?.matches('body, :disabled')) {
      form.current?.closest<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true })
    }
  }, [form, isPending])

  function handleDelete() {
    deleteDraft(project.permanentId, draft)
    onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- A short cut for its button.
    <form ref={form} className="grid gap-3 px-4" {...formProps}>
      {/* The head and the buttons stay in place when the window is too low for the whole form. */}
      <div className="sticky top-0 z-1 -me-2 -mb-3 flex min-h-11 items-center gap-2 bg-raised">
        <h2 id={titleId} className="me-auto flex-none text-14 font-semibold">
          {m.composer_title()}
        </h2>
        {kept === null && draft.kind !== 'design' && (
          <IconButton
            size="sm"
            label={m.draw_action()}
            disabled={isPending}
            onClick={({ detail }) => onDraw(detail === 0)}
          >
            <PenLine />
          </IconButton>
        )}
        {!isEmptyDraft(draft) && (wasKept || isLong(draft)) && (
          <IconButton size="sm" label={m.draft_delete()} disabled={isPending} onClick={handleDelete}>
            <Trash2 size={18} />
          </IconButton>
        )}
        <IconButton size="sm" label={closeLabel} shortcut="Esc" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {kept === null && <CommenterField project={project} composer={composer} />}
      <TextAreaField
        label={m.composer_text()}
        error={problems.text}
        ref={text}
        rows={4}
        value={draft.text}
        readOnly={isPending}
        onChange={({ target }) => change('text', target.value)}
      />
      <DraftPictures outbox={outbox} draft={draft} isPending={isPending} notice={notice} />
      {kept !== null ? (
        <div className="grid gap-3 pb-3">
          <KeptNote words={kept} text={draft.text} />
        </div>
      ) : (
        <>
          {draft.status === 'queued' && <p className="text-13 text-ink-2">{m.composer_waits()}</p>}
          <ErrorStrip
            action={
              newer && (
                <Button
                  size="sm"
                  onClick={() => {
                    newer.onShow()
                    // This button disappears.
                    text.current?.focus({ preventScroll: true })
                  }}
                >
                  {m.version_show({ number: newer.number })}
                </Button>
              )
            }
          >
            {problems.none}
          </ErrorStrip>
          <div className="sticky bottom-0 z-1 -mt-1 flex flex-wrap items-center gap-2 bg-raised pt-1 pb-3">
            <AttachButton className="composer-attach" disabled={isPending} onFiles={attach} />
            {hasSpot(draft) && (
              <RadioGroup
                aria-label={m.composer_belongs()}
                className="segments flex-auto"
                choiceClass="segment px-1.5"
                choices={[
                  { value: spotKind(draft), label: draft.w === null ? m.composer_spot() : m.composer_area() },
                  { value: 'design', label: m.composer_whole() },
                ]}
                value={draft.kind}
                disabled={isPending}
                onChoose={(kind) => editDraft(project.permanentId, draft.key, { kind })}
              />
            )}
            <Button
              type="submit"
              variant="primary"
              data-tooltip={m.tooltip_with_key({ label, key: submitKeys })}
              pending={isPending}
              className="ms-auto"
            >
              <PendingLabel label={label} pending={isPending} />
            </Button>
          </div>
        </>
      )}
    </form>
  )
}

/** Both labels keep their room, so that the width of the button never changes. */
function PendingLabel({ label, pending }: { label: string; pending: boolean }) {
  const look = (isShown: boolean) =>
    ({ gridArea: '1 / 1', visibility: isShown ? 'visible' : 'hidden' }) as const
  return (
    <span className="grid justify-items-center">
      <span style={look(!pending)} aria-hidden={pending}>
        {label}
      </span>
      <span style={look(pending)} aria-hidden={!pending}>
        {m.sending()}
      </span>
    </span>
  )
}

/** Whether the draft has a spot, or had one. */
function hasSpot({ kind, x, y }: Draft): boolean {
  return kind !== 'design' || x > 0 || y > 0
}

function spotKind({ w }: Draft): CommentKind {
  return w === null ? 'pin' : 'region'
}

/** More than one line. A single line is deleted as fast in its field. */
function isLong({ text, pictures, strokes }: Draft): boolean {
  return text.includes('\n') || text.length > lineLength || pictures.length > 0 || strokes !== undefined
}

/** Characters in a line of the field. */
const lineLength = 50

interface CommenterFieldProps {
  readonly project: Project
  readonly composer: ComposerState
}

/** The name under which a message is sent. A designer writes under the name of their account. */
export function CommenterField({ project: { can }, composer }: CommenterFieldProps) {
  const { draft, problems, isPending, name, change, keepName } = composer
  return (
    <TextField
      label={m.your_name()}
      hint={can.manage ? m.commenter_is_account() : undefined}
      error={problems.commenter}
      ref={name}
      autoComplete="name"
      value={draft.commenter}
      readOnly={can.manage || isPending}
      onChange={({ target }) => change('commenter', target.value)}
      onBlur={keepName}
    />
  )
}
