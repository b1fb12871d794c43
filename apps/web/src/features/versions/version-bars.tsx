import { m } from '@pinmark/words/messages'
import { X } from 'lucide-react'
import { Button, IconButton } from '../../ui/button'
import './versions.css'
import { formatDateTime } from '../../lib/clock'
import type { VersionRowModel } from './version-menu'
import { inSpan, Name, rich } from '../../ui/rich'

interface NewVersionBarProps {
  readonly number: number
  /** Title of its design, if another one is shown. */
  readonly title: string | null
  /** What changed, in the owner's words; empty without a note. */
  readonly note: string
  readonly onCompare: () => void
  readonly onHide: () => void
}

/** Says that a version arrived since the last visit, and what it changed. */
export function NewVersionBar({ number, title, note, onCompare, onHide }: NewVersionBarProps) {
  return (
    <>
      <p role="status" className="new-version-text">
        <strong className="tabular font-semibold text-ink">
          {title === null ? (
            <span>{m.version_since_visit({ number })}</span>
          ) : (
            rich(
              ({ design }) => m.version_of_design_since_visit({ number, design }),
              {
                design: <Name>{title}</Name>,
              },
              inSpan,
            )
          )}
        </strong>{' '}
        <bdi dir="auto">{note}</bdi>
      </p>
      <Button size="sm" onClick={onCompare}>
        {m.version_see_changes()}
      </Button>
      <IconButton size="sm" label={m.note_hide()} onClick={onHide}>
        <X />
      </IconButton>
    </>
  )
}

interface OldVersionBarProps {
  readonly version: VersionRowModel
  /** Number of versions of the design. */
  readonly count: number
  readonly onNewest: () => void
}

/** Says that an older version is shown, and links to the newest. */
export function OldVersionBar({ version, count, onNewest }: OldVersionBarProps) {
  const { number, createdAt, by, note } = version
  return (
    <>
      <p className="note-text">
        <strong className="tabular flex-none font-semibold">{m.version_of_count({ number, count })}</strong>
        <span className="tabular flex min-w-0 max-md:hidden">
          <span className="flex-none whitespace-pre">{`${formatDateTime(createdAt)} · `}</span>
          <Name className="truncate">{by}</Name>
          {note !== '' && (
            <>
              <span className="flex-none whitespace-pre">{' · '}</span>
              <bdi dir="auto" className="truncate">
                {m.quoted({ text: note })}
              </bdi>
            </>
          )}
        </span>
      </p>
      <Button size="sm" onClick={onNewest}>
        {m.version_newest_go()}
      </Button>
    </>
  )
}
