import type { ExportFormat } from '@pinmark/shared/entities/export'
import { Braces, Image, ListChecks, Printer, Share2, Table, type LucideIcon } from 'lucide-react'

export type Format = ExportFormat | 'print'

/** Kept apart, because only developers know them. */
export const developerFormats: ReadonlySet<Format> = new Set(['json', 'annotations'])

interface FormatChoice {
  readonly format: Format
  readonly label: string
  /** What the format is useful for. */
  readonly hint: string
  readonly icon: LucideIcon
  /** The name in buttons and messages. */
  readonly short: string
  readonly extension: string
}

export const formats: readonly FormatChoice[] = [
  choice('print', 'Print or PDF', 'Pages with pins and words', Printer),
  choice('markdown', 'Markdown checklist', 'For tickets and chats', ListChecks, 'Checklist', 'md'),
  choice('csv', 'CSV', 'For a spreadsheet', Table, 'CSV', 'csv'),
  choice('json', 'JSON', 'Everything, for scripts', Braces, 'JSON', 'json'),
  choice('annotations', 'Web Annotation JSON-LD', 'The W3C format', Share2, 'JSON-LD', 'jsonld'),
  choice('png', 'PNG with pins', 'One image per design', Image, 'PNG', 'png'),
]

function choice(
  format: Format,
  label: string,
  hint: string,
  icon: LucideIcon,
  short = label,
  extension = '',
): FormatChoice {
  return { format, label, hint, icon, short, extension }
}

export function isFormat(value: string | null): value is Format {
  return formats.some(({ format }) => format === value)
}
