import { m } from '@pinmark/words/messages'
import { formatDateTime } from '../../lib/clock'
import { Tag } from '../../ui/signs'
import { formatFacts } from '../../lib/format'

/** A version as its row shows it. */
export interface VersionRowModel {
  readonly number: number
  readonly isNewest: boolean
  readonly isShown: boolean
  readonly createdAt: string
  readonly by: string
  readonly note: string
  readonly hasBuild: boolean
  /** Path of a small picture of it. */
  readonly thumbnail: string
  /** Number of open comments that its list shows. */
  readonly open: number
  readonly resolved: number
}

/** Picture, date, note and counts of a version: in the menu of the toolbar, and on a phone in a sheet. */
export function VersionRow({ version }: { version: VersionRowModel }) {
  const { number, isNewest, createdAt, by, note, hasBuild, thumbnail } = version
  return (
    <>
      <img src={thumbnail} alt="" width={64} height={60} className="version-thumbnail" draggable={false} />
      <span className="grid min-w-0 gap-y-px text-13">
        <span className="flex items-center gap-2">
          <span className="font-semibold text-14">{m.version_number({ number })}</span>
          {isNewest && <Tag>{m.version_newest()}</Tag>}
          {hasBuild && <Tag>{m.build()}</Tag>}
        </span>
        <span className="tabular text-ink-2">
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> ·{' '}
          <bdi translate="no" dir="auto">
            {by}
          </bdi>
        </span>
        {note !== '' && (
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {note}
          </span>
        )}
        <span className="tabular text-ink-2">{countsOf(version)}</span>
      </span>
    </>
  )
}

/** `6 open, 5 resolved` */
function countsOf({ open, resolved }: VersionRowModel): string {
  if (open === 0) return resolved === 0 ? m.version_no_comments() : m.list_all_resolved({ count: resolved })
  const facts = [m.count_open({ count: open })]
  return formatFacts(resolved === 0 ? facts : [...facts, m.count_resolved({ count: resolved })])
}
