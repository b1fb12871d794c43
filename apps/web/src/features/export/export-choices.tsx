import type { Design } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useId } from 'react'
import type { ExportFormat } from '@pinmark/shared/entities/export'
import { Braces, Image, ListChecks, Printer, Share2, Table, type LucideIcon } from 'lucide-react'
import { Name } from '../../ui/rich'

interface FormatChoiceProps {
  readonly chosen: Format
  readonly onChoose: (format: Format) => void
}

export function FormatChoice(props: FormatChoiceProps) {
  const isForDevelopers = ({ format }: { format: Format }) => developerFormats.has(format)
  return (
    <fieldset className="export-formats">
      <legend className="sr-only">{m.export_format()}</legend>
      <Formats {...props} formats={formats.filter((one) => !isForDevelopers(one))} />
      <details open={developerFormats.has(props.chosen) || undefined}>
        <summary>{m.export_developers()}</summary>
        <Formats {...props} formats={formats.filter(isForDevelopers)} />
      </details>
    </fieldset>
  )
}

function Formats({ formats: listed, chosen, onChoose }: FormatChoiceProps & { formats: typeof formats }) {
  const id = useId()
  return (
    <>
      {listed.map(({ format, label, hint, icon: Icon }) => (
        <label key={format} className="export-format">
          <input
            type="radio"
            name="export-format"
            aria-label={label()}
            aria-describedby={`${id}-${format}`}
            checked={format === chosen}
            onChange={() => onChoose(format)}
          />
          <Icon size={18} />
          <span>
            <b>{label()}</b>
            <span id={`${id}-${format}`}>{hint()}</span>
          </span>
        </label>
      ))}
    </>
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
      <legend className="export-label">{m.designs_title()}</legend>
      {designs.map(({ _id, title }) => {
        const count = counts.get(_id) ?? 0
        return (
          <label key={_id} className="export-check">
            <input
              type="checkbox"
              aria-label={m.export_design({ name: title, comments: m.count_comments({ count }) })}
              checked={count > 0 && !left.has(_id)}
              disabled={count === 0}
              onChange={({ target }) =>
                onChange(
                  target.checked ? new Set([...left].filter((id) => id !== _id)) : new Set([...left, _id]),
                )
              }
            />
            <Name>{title}</Name>
            <span className="export-count">{count}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

export type Format = ExportFormat | 'print'

/** Kept apart, because only developers know them. */
const developerFormats: ReadonlySet<Format> = new Set(['json', 'annotations'])

interface FormatChoice {
  readonly format: Format
  readonly label: () => string
  /** What the format is useful for. */
  readonly hint: () => string
  readonly icon: LucideIcon
  /** The name in buttons and messages. */
  readonly short: () => string
  readonly extension: string
}

export const formats: readonly FormatChoice[] = [
  choice(
    'print',
    () => m.format_print(),
    () => m.format_print_hint(),
    Printer,
  ),
  choice(
    'markdown',
    () => m.format_markdown(),
    () => m.format_markdown_hint(),
    ListChecks,
    () => m.format_checklist(),
    'md',
  ),
  choice(
    'csv',
    () => 'CSV',
    () => m.format_csv_hint(),
    Table,
    () => 'CSV',
    'csv',
  ),
  choice(
    'json',
    () => 'JSON',
    () => m.format_json_hint(),
    Braces,
    () => 'JSON',
    'json',
  ),
  choice(
    'annotations',
    () => 'Web Annotation JSON-LD',
    () => m.format_annotations_hint(),
    Share2,
    () => 'JSON-LD',
    'jsonld',
  ),
  choice(
    'png',
    () => m.format_png(),
    () => m.format_png_hint(),
    Image,
    () => 'PNG',
    'png',
  ),
]

function choice(
  format: Format,
  label: () => string,
  hint: () => string,
  icon: LucideIcon,
  short = label,
  extension = '',
): FormatChoice {
  return { format, label, hint, icon, short, extension }
}

export function isFormat(value: string | null): value is Format {
  return formats.some(({ format }) => format === value)
}
