import { m } from '@pinmark/words/messages'
import { closedWords } from '../../../lib/closed-link'
import { accountId } from '../../../lib/session'
import { Button } from '../../../ui/button'
import { Pin } from '../../../ui/signs'
import { deleteDraft } from '../../review/drafts/draft-actions'
import { fieldsOf, picturesWords, type Draft, type Outbox } from '../../review/drafts/draft'
import { changeDraft, findDraft, useDraft } from '../../review/drafts/draft-store'
import { attaching, sendDraft, useOutbox } from '../../review/drafts/send-draft'
import { isRoundClosed } from '../kept-note'
import { useReview, useReviewState } from '../../review/use-review'
import type { Unsent } from '../../review/views'
import { ClampedText } from './clamped-text'
import { isRowClick } from './find-row'

/** Drafts that are not sent yet, above all other rows and independent of the filters. */
export function DraftRows() {
  const { part: project, unsent, selectedKey } = useReview()
  const hoveredKey = useReviewState((state) => state.hoveredKey)
  const outbox = useOutbox(project)
  return (
    <div data-part>
      {unsent.map((one) => (
        <DraftRow
          key={one.key}
          unsent={one}
          outbox={outbox}
          canSend={project.can.comment && !one.isLost}
          keptFor={isRoundClosed(project) && !project.goneBy ? project.round.number + 1 : null}
          closed={one.isLost ? m.draft_design_gone() : project.goneBy ? closedWords(project.goneBy) : null}
          isSelected={one.threadKey === selectedKey}
          isHovered={one.threadKey === hoveredKey}
        />
      ))}
    </div>
  )
}

interface DraftRowProps {
  readonly unsent: Unsent
  readonly outbox: Outbox
  readonly canSend: boolean
  /** The round in which it can be sent, while the present one is closed. */
  readonly keptFor: number | null
  /** Why it cannot be sent: the link was closed, or its design deleted. */
  readonly closed: string | null
  readonly isSelected: boolean
  readonly isHovered: boolean
}

/** The row reads its words itself, so that typing renders only this row. */
function DraftRow(props: DraftRowProps) {
  const { unsent, outbox, canSend, keptFor, closed, isSelected, isHovered } = props
  const { show: onSelect, hover: onHover, showSent } = useReview()
  const { key, threadKey, answers } = unsent
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
            <DraftStatus draft={draft} keptFor={keptFor} closed={closed} />
          </div>
          {canSend && mayBeSent && (
            <Button size="sm" className="relative" onClick={() => void send()}>
              {m.action_send()}
            </Button>
          )}
          {/* In its thread it cannot be deleted while the visitor may not comment. */}
          {!canSend && mayBeSent && keptFor === null && (unsent.isLost || draft.parent !== null) && (
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

function DraftStatus({
  draft: { status, problem },
  keptFor,
  closed,
}: { draft: Draft } & Pick<DraftRowProps, 'keptFor' | 'closed'>) {
  if (keptFor !== null) {
    return <p className="row-quiet text-12">{m.draft_kept_for_round({ number: keptFor })}</p>
  }
  if (closed !== null && status !== 'sending') {
    return <p className="row-quiet text-12">{m.draft_not_sent({ reason: closed })}</p>
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
