import type { Project } from '@pinmark/shared/entities/project'
import type { Verdict } from '@pinmark/shared/entities/round'
import { m } from '@pinmark/words/messages'
import { useEffect, useId, useRef } from 'react'
import { formatDateTime } from '../../lib/clock'
import { Avatar, Tag } from '../../ui/signs'
import { onEscape, onFocusLeft, usePopover } from '../../ui/popover'
import { VerdictSign, verdictWords } from './verdict-kinds'
import { personName } from '../../lib/format'
import { Name } from '../../ui/rich'

interface VerdictListProps {
  readonly project: Project
  /** The button that opens and closes it. */
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

/** The verdicts on the round with their authors, newest first. It gets the focus, and closes when the focus
 *  leaves it. */
export function VerdictList({ project, anchor, onClose }: VerdictListProps) {
  const { round, designs } = project
  const titleId = useId()
  const list = useRef<HTMLUListElement>(null)
  const { setFloating, style, isPositioned } = usePopover(anchor, {
    placement: 'top-start',
    gap: 6,
    flip: { crossAxis: false },
    maxHeight: [160, 480],
  })
  useEffect(() => {
    if (isPositioned) list.current?.focus({ preventScroll: true })
  }, [isPositioned])

  return (
    <div
      ref={setFloating}
      role="dialog"
      aria-labelledby={titleId}
      className="verdict-list"
      style={style}
      onKeyDown={onEscape(() => {
        onClose()
        anchor.focus()
      })}
      onBlur={onFocusLeft(onClose, anchor)}
    >
      <h3 id={titleId} className="px-4 pt-3 pb-1 text-14 font-semibold">
        {m.round_number({ number: round.number })}
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls by keys where it is long. */}
      <ul ref={list} tabIndex={0} aria-label={m.verdicts_title()}>
        {round.verdicts?.map((verdict) => (
          <VerdictRow
            key={`${verdict.name} ${verdict.at}`}
            verdict={verdict}
            since={changeSince(verdict, round.number, designs)}
          />
        ))}
      </ul>
    </div>
  )
}

/** @param since what was added after the verdict */
function VerdictRow({
  verdict: { name: given, verdict, note, at },
  since,
}: {
  verdict: Verdict
  since: string | null
}) {
  const name = personName(given)
  return (
    <li className="verdict-row">
      <Avatar name={name} />
      <p className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        <Name className="min-w-0 text-14 font-semibold wrap-anywhere">{name}</Name>
        <time dateTime={at} className="tabular text-12 text-ink-3">
          {formatDateTime(at)}
        </time>
        {since !== null && <Tag>{m.verdict_before({ what: since })}</Tag>}
      </p>
      {note === '' ? (
        <p className="text-12 text-ink-3">{m.verdict_no_note()}</p>
      ) : (
        <p dir="auto" className="whitespace-pre-line text-ink-2 wrap-anywhere">
          {note}
        </p>
      )}
      <span className="verdict-said">
        <VerdictSign kind={verdict} />
        <span>{verdictWords[verdict]()}</span>
      </span>
    </li>
  )
}

/** What was added to the round after a verdict was given, so that its author may not have seen it: `version
 *  4`, or the title of a design. Null if nothing was added. */
export function changeSince(
  { at }: Pick<Verdict, 'at'>,
  round: number,
  designs: Project['designs'],
): string | null {
  const later = designs.flatMap((design) =>
    design.versions
      .filter((version) => version.round === round && version.createdAt > at)
      .map((version) => ({ ...version, title: design.title })),
  )
  const [newest] = later.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  if (!newest) return null
  if (newest.number === 1) return newest.title
  return designs.length === 1
    ? m.version_lower({ number: newest.number })
    : m.version_of_design({ number: newest.number, name: newest.title })
}
