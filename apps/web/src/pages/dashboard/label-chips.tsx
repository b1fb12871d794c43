import { m } from '@pinmark/words/messages'
import { Button } from '../../ui/button'

interface LabelChipsProps {
  labels: readonly string[]
  /** The chosen one. */
  label: string | null
  onChoose: (label: string | null) => void
}

/** Shows only the projects with one label. */
export function LabelChips({ labels, label, onChoose }: LabelChipsProps) {
  if (labels.length === 0) return null
  return (
    <div role="group" aria-label={m.order_labels()} className="mb-6 flex flex-wrap gap-2">
      {labels.map((name) => (
        <Button
          key={name}
          size="sm"
          className="max-w-full"
          aria-pressed={name === label}
          onClick={() => onChoose(name === label ? null : name)}
        >
          <bdi translate="no" dir="auto" className="truncate">
            {name}
          </bdi>
        </Button>
      ))}
    </div>
  )
}
