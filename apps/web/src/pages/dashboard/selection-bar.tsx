import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { Button } from '../../ui/button'
import type { OpenDialog } from './dashboard-dialogs'

interface SelectionBarProps {
  selected: readonly ProjectSummary[]
  /** How many projects are shown. */
  of: number
  onAll: () => void
  onClear: () => void
  onDialog: (dialog: OpenDialog) => void
}

/** What can be done with the selected projects. */
export function SelectionBar({ selected, of, onAll, onClear, onDialog }: SelectionBarProps) {
  const projects = selected
  return (
    <div role="group" aria-label={m.order_group()} className="selection-bar">
      <p role="status" className="tabular me-auto font-[550]">
        {m.order_selected({ count: selected.length })}
      </p>
      <Button size="sm" onClick={() => onDialog({ kind: 'labels', projects })}>
        {m.order_label()}
      </Button>
      <Button size="sm" onClick={() => onDialog({ kind: 'archive', projects })}>
        {m.order_archive()}
      </Button>
      <Button size="sm" onClick={() => onDialog({ kind: 'delete several', projects })}>
        {m.action_delete()}
      </Button>
      {selected.length < of && (
        <Button size="sm" variant="quiet" onClick={onAll}>
          {m.order_all()}
        </Button>
      )}
      <Button size="sm" variant="quiet" onClick={onClear}>
        {m.order_clear()}
      </Button>
    </div>
  )
}
