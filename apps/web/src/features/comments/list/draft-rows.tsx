import { m } from '@pinmark/words/messages'
import { closedWords } from '../../../lib/closed-link'
import { accountId } from '../../../lib/session'
import { Button } from '../../../ui/button'
import { Pin } from '../../../ui/signs'
import { deleteDraft } from '../../review/drafts/draft-actions'
import { fieldsOf, picturesWords, type Draft } from '../../review/drafts/draft'
import { changeDraft, findDraft, useDraft } from '../../review/drafts/draft-store'
import { attaching, sendDraft, useOutbox } from '../../review/drafts/send-draft'
import { isRoundClosed } from '../kept-note'
import { type Review, useReview, useReviewState } from '../../review/use-review'
import type { Unsent } from '../../review/views'
import { ClampedText } from './clamped-text'
import { isRowClick } from './find-row'

/** Drafts that are not sent yet, above all other rows and independent of the filters. */
export function DraftRows() {
  const { unsent } = useReview()
  return (
    <div data-part>
      {unsent.map((one) => (
        <DraftRow key={one.key} unsent={one} />
      ))}
    </div>
  )
}

/** The row reads its words itself, so that typing renders only this row. */
function DraftRow({ unsent }: { unsent: Unsent }) {
  const { part: project, selectedKey, show: onSelect, hover: onHover, showSent } = useReview()
  const { key, threadKey, answers } = unsent
  const outbox = useOutbox(project)
  const isSelected = threadKey === selectedKey
  const isHovered = useReviewState(({ hoveredKey }) => hoveredKey === threadKey)
  const canSend = project.can.comment && !unsent.isLost
  const isKeptForNext = isRoundClosed(project) && !project.goneBy
  const draft = useDraft(outbox.permanentId, key)
  if (!draft) return null

  /** An incomplete draft, or one of another login, opens instead. Its form says what is missing, and shows the name. */
  async function send() {
    const adding = attaching.get(key)
    if (adding && (await adding) !== null) return onSelect(threadKey)
    const stored = findDraft(outbox.permanentId, key)
    const fields = stored && fieldsOf(stored).safeParse(stored)
    if (!fields?.success || stored?.account !== accountId()) return onSelect(threadKey)
    changeDraft(outbox.permanentId, key, fields.data)
    await sendDraft(outbox, key, { onSent: ({ _id, parent }) => showSent(parent ?? _id) })
  }

  /** Without its design there is no place to open it at. */
  const open = () => {
    if (!unsent.isLost) onSelect(threadKey)
  }

  const look = lookOf(draft)
  const mayBeSent = draft.status === 'writing' || draft.status === 'failed'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Pointing lights the pin; keys have the button inside.
    <div
      role="listitem"
      className="comment-row"
      data-row={key}
      data-state={look}
      data-selected={isSelected || undefined}
      data-hovered={isHovered || undefined}
      onClick={({ target }) => isRowClick(target) && open()}
      onPointerEnter={() => onHover(threadKey)}
      onPointerLeave={() => onHover(null)}
      onFocus={() => onHover(threadKey)}
      onBlur={() => onHover(null)}
    >
      <Pin size="chip" look={look} />
      <div className="grid min-w-0 gap-y-1">
        <div className="flex min-w-0 items-start gap-2">
          <div className="me-auto min-w-0">
            <button
              type="button"
              aria-label={nameOf(draft, answers)}
              aria-current={isSelected || undefined}
              className="row-button"
              onClick={open}
            >
              <bdi dir="auto">{mayBeSent ? titleOf(answers) : draft.commenter}</bdi>
            </button>
            <DraftStatus draft={draft} isLost={unsent.isLost} project={project} />
          </div>
          {canSend && mayBeSent && (
            <Button size="sm" className="relative" onClick={() => void send()}>
              {m.action_send()}
            </Button>
          )}
          {/* In its thread it cannot be deleted while the visitor may not comment. */}
          {!canSend && mayBeSent && !isKeptForNext && (unsent.isLost || draft.parent !== null) && (
            <Button size="sm" className="relative" onClick={() => deleteDraft(outbox.permanentId, draft)}>
              {m.action_delete()}
            </Button>
          )}
        </div>
        <ClampedText text={draft.text} lines={3} />
        {draft.pictures.length > 0 && <p className="row-quiet text-12">{picturesWords(draft)}</p>}
      </div>
    </div>
  )
}

interface DraftStatusProps {
  readonly draft: Draft
  readonly isLost: boolean
  readonly project: Review['part']
}

/** Why it is not sent yet: its design was deleted, the link or the round was closed, or its own state. */
function DraftStatus({ draft: { status, problem }, isLost, project }: DraftStatusProps) {
  const { goneBy, round } = project
  if (isRoundClosed(project) && !goneBy)
    return <p className="row-quiet text-12">{m.draft_kept_for_round({ number: round.number + 1 })}</p>
  if ((isLost || goneBy) && status !== 'sending') {
    const reason = goneBy && !isLost ? closedWords(goneBy, project) : m.draft_design_gone()
    return <p className="row-quiet text-12">{m.draft_not_sent({ reason })}</p>
  }
  if (status === 'failed') {
    return <p className="text-12 text-danger-text">{failureOf(problem)}</p>
  }
  return <p className="row-quiet text-12">{statusWords[status]()}</p>
}

const statusWords = {
  writing: () => m.not_sent_yet(),
  sending: () => m.sending(),
  queued: () => m.waits_for_connection(),
}

function failureOf(problem: Draft['problem']): string {
  if (problem?.text === m.could_not_send()) return m.not_sent_kept()
  return m.draft_not_sent({ reason: problem?.text ?? m.draft_open_again() })
}

function titleOf(answers: number | null): string {
  return answers === null ? m.draft_title() : m.draft_reply({ number: answers })
}

function nameOf(draft: Draft, answers: number | null): string {
  const { status, parent, kind, commenter, text } = draft
  if (status === 'sending' || status === 'queued') return m.comment_by_name({ name: commenter })
  if (answers !== null) return m.draft_reply({ number: answers })
  if (parent === null && kind === 'design') return m.draft_whole()
  return m.draft_label({ text: text.slice(0, spokenLength) || picturesWords(draft) })
}

/** Longer texts are cut in the name. */
const spokenLength = 60

function lookOf({ status }: Draft) {
  if (status === 'writing') return 'draft'
  return status === 'failed' ? 'failed' : 'sending'
}
