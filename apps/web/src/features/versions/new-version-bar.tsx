import { X } from 'lucide-react'
import { Button, IconButton } from '../../ui/button'
import './versions.css'

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
            <span>{`Version ${number} since your visit.`}</span>
          ) : (
            <>
              <span>{`Version ${number} of `}</span>
              <bdi translate="no" dir="auto">
                {title}
              </bdi>
              <span> since your visit.</span>
            </>
          )}
        </strong>{' '}
        <bdi dir="auto">{note}</bdi>
      </p>
      <Button size="sm" onClick={onCompare}>
        See what changed
      </Button>
      <IconButton size="sm" label="Hide this note" onClick={onHide}>
        <X aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
    </>
  )
}
