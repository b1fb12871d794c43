import { formatDateTime } from '../../lib/clock'
import { Button } from '../../ui/button'
import type { VersionRowModel } from './version-row'
import './versions.css'

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
        <strong className="tabular flex-none font-semibold">{`Version ${number} of ${count}`}</strong>
        <span className="tabular truncate max-md:hidden">
          <span>{`${formatDateTime(createdAt)} ·`}</span>{' '}
          <bdi translate="no" dir="auto">
            {by}
          </bdi>
          {note !== '' && (
            <>
              {' · '}
              <bdi dir="auto">{`“${note}”`}</bdi>
            </>
          )}
        </span>
      </p>
      <Button size="sm" onClick={onNewest}>
        Go to the newest
      </Button>
    </>
  )
}
