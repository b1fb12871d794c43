import type { Design } from '@pinmark/shared/entities/project'
import { useId } from 'react'
import { formats, type Format } from './formats'

export function FormatChoice({ chosen, onChoose }: { chosen: Format; onChoose: (format: Format) => void }) {
  const id = useId()
  return (
    <fieldset className="export-formats">
      <legend className="sr-only">Format</legend>
      {formats.map(({ format, label, hint, icon: Icon }) => (
        <label key={format} className="export-format">
          <input
            type="radio"
            name="export-format"
            aria-label={label}
            aria-describedby={`${id}-${format}`}
            checked={format === chosen}
            onChange={() => onChoose(format)}
          />
          <Icon aria-hidden size={18} strokeWidth={1.75} />
          <span>
            <b>{label}</b>
            <span id={`${id}-${format}`}>{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface DesignChoiceProps {
  readonly designs: readonly Design[]
  readonly counts: ReadonlyMap<string, number>
  readonly left: ReadonlySet<string>
  readonly onChange: (left: ReadonlySet<string>) => void
}

export function DesignChoice({ designs, counts, left, onChange }: DesignChoiceProps) {
  return (
    <fieldset className="export-designs">
      <legend className="export-label">Designs</legend>
      {designs.map(({ _id, title }) => {
        const count = counts.get(_id) ?? 0
        return (
          <label key={_id} className="export-check">
            <input
              type="checkbox"
              aria-label={`${title}, ${count === 1 ? '1 comment' : `${count} comments`}`}
              checked={count > 0 && !left.has(_id)}
              disabled={count === 0}
              onChange={({ target }) =>
                onChange(
                  target.checked ? new Set([...left].filter((id) => id !== _id)) : new Set([...left, _id]),
                )
              }
            />
            <bdi translate="no" dir="auto">
              {title}
            </bdi>
            <span className="export-count">{count}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
