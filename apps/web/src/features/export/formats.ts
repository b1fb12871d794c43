import type { ExportFormat } from '@pinmark/shared/entities/export'
import { m } from '@pinmark/words/messages'
import { Braces, Image, ListChecks, Printer, Share2, Table, type LucideIcon } from 'lucide-react'

export type Format = ExportFormat | 'print'

/** Kept apart, because only developers know them. */
export const developerFormats: ReadonlySet<Format> = new Set(['json', 'annotations'])

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
