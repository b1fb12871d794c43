import { m } from '@pinmark/words/messages'
import { X } from 'lucide-react'
import { Button, IconButton } from '../../ui/button'
import './versions.css'
import { formatDateTime } from '../../lib/clock'
import { useReview } from '../review/use-review'
import { newestOf } from '../review/views'
import { inSpan, Name, rich } from '../../ui/rich'

/** Says that a version arrived since the last visit, and what it changed. */
export function NewVersionBar() {
  const { versions, sinceVisit, focusDesign } = useReview()
  const { news, hide } = sinceVisit
  if (!news) return null
  const { design, version, before, isShown } = news
  const { number, note } = version
  return (
    <>
      <p role="status" className="new-version-text">
        <strong className="tabular font-semibold text-ink">
          {isShown ? (
            <span>{m.version_since_visit({ number })}</span>
          ) : (
            rich(
              (parts) => m.version_of_design_since_visit({ number, design: parts.design }),
              { design: <Name>{design.title}</Name> },
              inSpan,
            )
          )}
        </strong>{' '}
        <bdi dir="auto">{note}</bdi>
      </p>
      <Button
        size="sm"
        onClick={() => {
          if (isShown) hide()
          versions.compare(design, before)
        }}
      >
        {m.version_see_changes()}
      </Button>
      <IconButton
        size="sm"
        label={m.note_hide()}
        onClick={() => {
          hide()
          // The bar disappears with the focused button.
          focusDesign()
        }}
      >
        <X />
      </IconButton>
    </>
  )
}

/** Says that an older version is shown, and links to the newest. */
export function OldVersionBar() {
  const { project, shown, versions } = useReview()
  const { design, version } = shown
  const { number, createdAt, note } = version
  return (
    <>
      <p className="note-text">
        <strong className="tabular flex-none font-semibold">
          {m.version_of_count({ number, count: newestOf(design).number })}
        </strong>
        <span className="tabular flex min-w-0 max-md:hidden">
          <span className="flex-none whitespace-pre">{`${formatDateTime(createdAt)} · `}</span>
          <Name className="truncate">{project.owner.name}</Name>
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
      <Button
        size="sm"
        onClick={() => {
          versions.go(design)
          // The bar disappears with the focused button.
          document.querySelector<HTMLElement>('[data-version-button], .canvas-scroller')?.focus()
        }}
      >
        {m.version_newest_go()}
      </Button>
    </>
  )
}
