import { commentFieldsSchema } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import type { VerdictKind } from '@pinmark/shared/entities/round'
import { AppError } from '@pinmark/shared/page-errors'
import { limits } from '@pinmark/shared/limits'
import { m } from '@pinmark/words/messages'
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { closedWords, type Closable } from '../../lib/closed-link'
import { valueError } from '../../lib/form'
import { nameOfGuest, rememberCommenter } from '../../lib/session'
import { isSubmitKey, submitKeys } from '../../lib/shortcuts'
import { useMovedFocus } from '../../lib/use-moved-focus'
import { Button, buttonClass } from '../../ui/button'
import { useGiveVerdict, useWithdrawVerdict } from './api/use-round'
import { keepVerdict, type KeptVerdict } from './kept-verdict'
import { verdictKinds, VerdictSign, verdictWords } from './verdict-kinds'
import { FailureStrip } from '../../ui/error-strip'
import { RadioGroup } from '../../ui/radio-group'
import { TextAreaField, TextField } from '../../ui/field'
import { Name, rich, uncut } from '../../ui/rich'

// The same rules as for the name of a comment, whose schema the page has loaded already.
const commenterSchema = commentFieldsSchema.shape.commenter

interface VerdictFormProps {
  readonly project: Project & Closable
  readonly kind: VerdictKind
  /** Unsent, from before the form was removed from the page. */
  readonly kept: KeptVerdict | null
  /** The form was opened by a press, and takes the focus. */
  readonly wasPressed: boolean
  readonly onKind: (kind: VerdictKind) => void
  readonly onClose: () => void
}

/** Gives, changes or withdraws the visitor's verdict. The typed text stays until the server has stored it. */
export function VerdictForm(props: VerdictFormProps) {
  const { project, kind, kept, wasPressed, onKind, onClose } = props
  const { permanentId } = project
  const { mine, number } = project.round
  const stopped = stoppedWords(project)
  const give = useGiveVerdict(project._id)
  const withdraw = useWithdrawVerdict(project._id)
  const note = kept?.note ?? mine?.note ?? ''
  const typedName = kept?.name ?? null
  const name = typedName ?? mine?.name ?? nameOfGuest()
  const [asksName, setAsksName] = useState(() => {
    // A name that its field has left is remembered already.
    const isHalfTyped = typedName !== null && typedName !== nameOfGuest()
    return isHalfTyped || name === ''
  })
  const [nameProblem, setNameProblem] = useState<string | null>(null)
  // Fixed while the form is open: a verdict never counts for a round that was opened while it was written.
  const [heldRound, setHeldRound] = useState<number | null>(number)
  const round = heldRound ?? number
  const titleId = useId()
  const form = useRef<HTMLFormElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  useMovedFocus(noteField)
  const isPending = give.isPending || withdraw.isPending
  const error = give.error ?? withdraw.error

  useEffect(() => {
    if (!wasPressed) return
    // On a tablet it opens at the bottom of the window and extends below it.
    form.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    form.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus({ preventScroll: true })
  }, [wasPressed])

  function askName(problem: string | null) {
    setNameProblem(problem)
    flushSync(() => setAsksName(true))
    nameField.current?.focus()
  }

  /** Stored even if the verdict is not sent, as in the form of a comment. */
  function keepName() {
    const checked = commenterSchema.safeParse(name)
    if (checked.success) rememberCommenter(checked.data)
  }

  function handleSubmit(event?: FormEvent) {
    event?.preventDefault()
    if (isPending || stopped !== null) return
    withdraw.reset()
    const checked = commenterSchema.safeParse(name)
    if (!checked.success) return askName(valueError(checked.error))
    rememberCommenter(checked.data)
    const body = { verdict: kind, note: note.trim(), name: checked.data, round }
    give.mutate(body, {
      onSuccess: onClose,
      onError: (refused) => {
        if (!(refused instanceof AppError)) return
        // The round may have ended, or the name may belong to another person. The user sees both, and can
        // change them before the next attempt.
        setHeldRound(null)
        if (!refused.code.startsWith('commenter_')) return setAsksName(true)
        give.reset()
        askName(refused.message)
      },
    })
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isPending) {
      // Only Cancel throws away a typed note.
      if (note === (mine?.note ?? '')) onClose()
    } else if (isSubmitKey(event)) handleSubmit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Keys that its buttons have too.
    <form
      ref={form}
      noValidate
      aria-labelledby={titleId}
      className="verdict-form"
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
    >
      <div className="flex items-baseline gap-2">
        <h3 id={titleId} className="me-auto text-14 font-semibold">
          {m.verdict_form_title({ number: round })}
        </h3>
        {mine && stopped === null && (
          <button
            type="button"
            className="text-action"
            // Not disabled meanwhile: after a failure, the focus would be lost.
            onClick={() => {
              if (isPending) return
              give.reset()
              withdraw.mutate(undefined, { onSuccess: onClose })
            }}
          >
            {m.verdict_withdraw()}
          </button>
        )}
      </div>
      <RadioGroup
        aria-label={m.verdict_label()}
        className="verdict-choices"
        choiceClass={buttonClass({ size: 'sm', className: 'verdict-choice' })}
        choices={verdictKinds.map((value) => ({
          value,
          label: (
            <>
              <VerdictSign kind={value} />
              <span>{verdictWords[value]()}</span>
            </>
          ),
        }))}
        value={kind}
        disabled={isPending}
        onChoose={onKind}
      />
      {asksName && (
        <TextField
          label={m.your_name()}
          error={nameProblem}
          ref={nameField}
          autoComplete="name"
          value={name}
          readOnly={isPending}
          onChange={({ target }) => {
            keepVerdict(permanentId, { kind, note, name: target.value })
            setNameProblem(null)
          }}
          onBlur={keepName}
        />
      )}
      <TextAreaField
        label={m.verdict_note()}
        ref={noteField}
        name="verdict-note"
        rows={2}
        maxRows={6}
        maxLength={limits.verdictNote.max}
        value={note}
        readOnly={isPending}
        onChange={({ target }) => keepVerdict(permanentId, { kind, note: target.value, name: typedName })}
      />
      <FailureStrip error={error} otherwise={m.verdict_failed()} />
      {stopped !== null && (
        <p role="status" className="text-13 text-ink-2">
          {stopped}
        </p>
      )}
      <div className="verdict-end">
        {!asksName && (
          <p className="verdict-name">
            <span className="flex min-w-0">
              {rich(
                m.verdict_as,
                {
                  name: <Name className="truncate">{name}</Name>,
                },
                uncut,
              )}
            </span>
            <span aria-hidden>·</span>
            <button type="button" className="text-action" disabled={isPending} onClick={() => askName(null)}>
              {m.verdict_change_name()}
            </button>
          </p>
        )}
        <VerdictButtons
          action={stopped !== null ? null : give.error ? m.action_retry() : m.action_send()}
          isPending={isPending}
          onCancel={onClose}
        />
      </div>
    </form>
  )
}

/** Why no verdict can be sent now; null if one can. */
function stoppedWords(project: Project & Closable): string | null {
  const { round, link, can, goneBy } = project
  if (goneBy) return m.kept_reason({ reason: closedWords(goneBy, project) })
  if (can.comment) return null
  return round.closedAt === null || link.permission === 'view'
    ? m.kept_reason({ reason: new AppError('view_only').message })
    : m.verdict_round_closed({ number: round.number })
}

interface VerdictButtonsProps {
  /** Null if the verdict cannot be sent now. */
  readonly action: string | null
  readonly isPending: boolean
  readonly onCancel: () => void
}

function VerdictButtons({ action, isPending, onCancel }: VerdictButtonsProps) {
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        className="ms-auto"
        data-tooltip={m.tooltip_with_key({ label: m.action_cancel(), key: 'Esc' })}
        disabled={isPending}
        onClick={onCancel}
      >
        {m.action_cancel()}
      </Button>
      {action && (
        <Button
          size="sm"
          type="submit"
          variant="primary"
          data-tooltip={m.tooltip_with_key({ label: action, key: submitKeys })}
          pending={isPending}
        >
          {action}
        </Button>
      )}
    </>
  )
}
