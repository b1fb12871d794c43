import { shownName, type Message } from '@pinmark/shared/entities/comment'
import type { Wording } from '@pinmark/words/server'
import { sayName } from '../comments/comment.presenter'
import { stateOf, type ExportSource, type QuotedComment } from './exported'

/** The byte order mark by which spreadsheets recognise UTF-8. */
const byteOrderMark = '\uFEFF'

const columnsIn = (m: Wording['m']) => [
  m.csv_number(),
  m.csv_type(),
  m.csv_status(),
  m.csv_design(),
  m.csv_version(),
  m.csv_name(),
  m.csv_designer(),
  m.csv_text(),
  m.csv_agreed(),
  'X',
  'Y',
  m.csv_width(),
  m.csv_height(),
  m.csv_created(),
  m.csv_edited(),
  m.csv_resolved(),
  m.csv_resolved_by(),
  m.csv_id(),
  m.csv_link(),
  m.csv_pictures(),
  m.csv_near(),
  m.csv_via(),
]

/** `exact`: an id of ours, which has no character that a formula needs. It is never changed, so that scripts find it. */
type Cell = string | number | null | { exact: string }

/** RFC 4180 with a byte order mark: a row for each comment, and for each reply one below it.
 *  https://www.rfc-editor.org/rfc/rfc4180 */
export async function* csvPieces({ texts, ...source }: ExportSource): AsyncGenerator<string> {
  yield byteOrderMark + row(columnsIn(source.wording.m))
  // Rows are written one by one, because the longest replies of one comment together would block the event
  // loop for a tenth of a second.
  yield* texts(function* (threads) {
    for (const thread of threads) for (const cells of rowsOf(thread, source)) yield row(cells)
  })
}

function rowsOf(
  { comment, design, version, spot, quote }: QuotedComment,
  { wording: { m }, linkTo, pictureOf }: Omit<ExportSource, 'texts'>,
): Cell[][] {
  const { point, region } = spot
  const state = stateOf(comment)
  const place = [point?.x ?? null, point?.y ?? null, region?.w ?? null, region?.h ?? null]
  const messageRow = (message: Message, placed: readonly Cell[], end: readonly Cell[]) => [
    comment.number,
    m.csv_kind({ kind: message.parent === null ? comment.kind : 'other' }),
    m.csv_state({ state: state === 'open' ? 'other' : state }),
    design.title,
    version.number,
    sayName(m, shownName(message)),
    message.byOwner ? m.csv_yes() : '',
    message.deletedAt ? m.export_deleted() : message.text,
    message.agrees?.names.map((name) => sayName(m, name)).join('; ') ?? '',
    ...placed,
    timeOf(message.createdAt),
    timeOf(message.editedAt),
    ...end,
    { exact: message._id },
    linkTo(comment),
    message.pictures?.map(pictureOf).join(' ') ?? '',
    message.parent === null ? quote : '',
    message.via ?? '',
  ]
  const { resolved } = comment
  return [
    messageRow(comment, place, [timeOf(resolved?.at ?? null), resolved ? sayName(m, resolved.by) : '']),
    ...comment.replies.map((reply) => messageRow(reply, [null, null, null, null], ['', ''])),
  ]
}

/** In the format that spreadsheets read: `2026-11-14 10:42:00`. */
function timeOf(instant: string | null): string {
  return instant === null ? '' : instant.slice(0, 19).replace('T', ' ')
}

function row(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(value: Cell): string {
  if (typeof value === 'object') return value?.exact ?? ''
  if (typeof value === 'number') return String(value)
  const text = harmless(value)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets read a cell as a formula if it begins with one of these, some also in full width or behind white
 *  space. A leading apostrophe marks the cell as text. https://owasp.org/www-community/attacks/CSV_Injection */
function harmless(text: string): string {
  const inside = text.replace(atLaterStart, (before) => (/[\t\r\n;]/.test(before) ? `${before}'` : before))
  return /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u.test(text) ? `'${inside}` : inside
}

/** Characters that may come before such a sign. A spreadsheet that expects semicolons, as in much of Europe, sees
 *  none of our quotes at the start of a cell. Semicolons and line breaks inside a text then begin new cells. So do tabs for
 *  one that expects tabs. */
const atLaterStart = /(?<![\s\p{C};"])[\s\p{C};"]+(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu
