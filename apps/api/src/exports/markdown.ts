import { shownName, type Comment, type Message } from '@pinmark/shared/entities/comment'
import type { Design } from '@pinmark/shared/entities/project'
import { versionOf } from '@pinmark/shared/export-choice'
import type { Wording } from '@pinmark/words/server'
import { sayName } from '../comments/comment.presenter'
import type { ExportSource, QuotedComment } from './exported'

/** A checklist for trackers and chats: a box for each comment, ticked if it is resolved, with its replies
 *  below. */
export async function* checklistPieces(source: ExportSource): AsyncGenerator<string> {
  const { project, texts, openCounts, wording } = source
  const { m } = wording
  const heading = { project: escapeMarkdown(project.name), number: project.round.number }
  yield `## ${m.checklist_heading(heading)}\n`
  let current: Design | null = null
  yield* texts(function* (threads) {
    for (const thread of threads) {
      if (thread.design !== current) {
        current = thread.design
        yield `\n### ${headingOf(m, current, openCounts.get(current._id) ?? 0)}\n\n`
      }
      yield itemOf(thread, source)
      // One by one: the longest replies of a comment together would hold the event loop for too long.
      for (const reply of thread.comment.replies) yield replyOf(reply, source)
    }
  })
}

function headingOf(m: Wording['m'], design: Design, count: number): string {
  const { number } = versionOf(design, 'newest')
  return m.checklist_design({ design: escapeMarkdown(design.title), number, count })
}

function itemOf({ comment, version, design, quote }: QuotedComment, source: ExportSource): string {
  const { linkTo, wording } = source
  const { m } = wording
  const { number, resolved } = comment
  const isOlder = version !== versionOf(design, 'newest')
  const facts = [
    escapeMarkdown(sayName(m, shownName(comment))),
    ...viaOf(comment, m),
    ...(isOlder ? [m.mail_version({ number: version.number })] : []),
    ...(quote === '' ? [] : [m.checklist_near({ quote: escapeMarkdown(quote) })]),
    ...agreementOf(comment, wording),
    `[${m.checklist_link()}](${linkTo(comment)})`,
    ...picturesOf(comment, source),
  ]
  const tick = resolved ? 'x' : ' '
  return `- [${tick}] ${lineOf(m, [`**${number}**`, words(m, comment, '  ')], facts)}`
}

function replyOf(reply: Message, source: ExportSource): string {
  const { m } = source.wording
  const facts = [...viaOf(reply, m), ...agreementOf(reply, source.wording), ...picturesOf(reply, source)]
  const name = m.checklist_reply_by({ name: escapeMarkdown(sayName(m, shownName(reply))) })
  return `  - ${lineOf(m, [name, words(m, reply, '    ')], facts)}`
}

/** Facts are in brackets after the words. */
function lineOf(m: Wording['m'], parts: readonly string[], facts: readonly string[]): string {
  const end = facts.length === 0 ? '' : `(${facts.join(m.facts_separator())})`
  return `${[...parts, end].filter((part) => part !== '').join(' ')}\n`
}

/** Links instead of images, because a tracker would fetch images for everyone who sees the list. */
function picturesOf({ pictures = [] }: Message, { pictureOf, wording: { m } }: ExportSource): string[] {
  return pictures.map(
    (picture, index) => `[${m.checklist_picture({ number: index + 1 })}](${pictureOf(picture)})`,
  )
}

/** The tool that wrote a message. */
function viaOf({ via }: Message, m: Wording['m']): string[] {
  return via === undefined ? [] : [m.checklist_via({ name: escapeMarkdown(via) })]
}

function agreementOf({ agrees }: Message, { m, format }: Wording): string[] {
  const names = agrees?.names.map((name) => escapeMarkdown(sayName(m, name)))
  return names ? [m.checklist_agreed({ names: new Intl.ListFormat(format).format(names) })] : []
}

/** Line breaks stay inside the item of the list. */
function words(
  m: Wording['m'],
  { text, deletedAt }: Pick<Comment, 'text' | 'deletedAt'>,
  indent: string,
): string {
  if (deletedAt) return `_${m.export_deleted()}_`
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => escapeMarkdown(line).replace(/^(#{1,6}(?=\s|$)|[>+=|-]|:(?=-)|\d+(?=[.)]))/, escapeStart))
  return lines.join(`  \n${indent}`)
}

/** Characters that begin or underline a heading, or begin a quote, a list or the second line of a table. */
function escapeStart(sign: string): string {
  return /^\d/.test(sign) ? `${sign}\\` : `\\${sign}`
}

/** Mentions and references as issue trackers read them. Web addresses match first and stay unchanged. */
const references =
  /(?<![a-z])(https?:\/\/[a-z\d][a-z\d.-]*(?:[/:?#][^\s<>]*)?)|(?<!\w)@(?=\w)|[#!&](?=\d+(?!\w))|(?<!\w)GH-(?=\d)/gi

/** Shows the text as it was typed, and keeps trackers from notifying people and linking issues where it is pasted. GitHub
 *  looks for both after it has resolved backslashes and entities (https://github.com/github/cmark-gfm/issues/181), so a
 *  zero-width space follows the sign, as in the release notes of Renovate and Dependabot. An underscore inside a word and a
 *  tilde after a slash have no meaning in Markdown and stay as they are. Text that turns the direction of writing is
 *  isolated, so that the text after it keeps its own. */
function escapeMarkdown(text: string): string {
  return text
    .replace(references, (sign: string, address?: string) => address ?? `${sign}\u200B`)
    .replace(/[\\`*[\]<>]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/(?<!\/)~/g, '\\~')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^.*[\u202A-\u202E\u2066-\u2068].*$/su, '\u2068$&\u2069')
}
