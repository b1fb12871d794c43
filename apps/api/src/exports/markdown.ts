import { shownName, type Comment, type Message } from '@pinmark/shared/entities/comment'
import type { Design } from '@pinmark/shared/entities/project'
import { type PlacedComment, versionOf } from '@pinmark/shared/export-choice'
import type { ExportSource } from './exported'

/** A checklist for trackers and chats: a box for each comment, ticked if it is resolved, with its replies
 *  below. */
export async function* checklistPieces(source: ExportSource): AsyncGenerator<string> {
  const { project, texts, openCounts } = source
  yield `## ${escapeMarkdown(project.name)}, round ${project.round.number}\n`
  let current: Design | null = null
  yield* texts(function* (threads) {
    for (const thread of threads) {
      if (thread.design !== current) {
        current = thread.design
        yield `\n### ${headingOf(current, openCounts.get(current._id) ?? 0)}\n\n`
      }
      yield itemOf(thread, source)
      // One by one: the longest replies of a comment together would hold the event loop for too long.
      for (const reply of thread.comment.replies) yield replyOf(reply, source.pictureOf)
    }
  })
}

function headingOf(design: Design, open: number): string {
  return `${escapeMarkdown(design.title)}, version ${versionOf(design, 'newest').number} (${open} open)`
}

function itemOf({ comment, version, design }: PlacedComment, { linkTo, pictureOf }: ExportSource): string {
  const { number, resolved } = comment
  const isOlder = version !== versionOf(design, 'newest')
  const facts = [
    escapeMarkdown(shownName(comment)),
    ...viaOf(comment),
    ...(isOlder ? [`version ${version.number}`] : []),
    ...agreementOf(comment),
    `[open](${linkTo(comment)})`,
    ...picturesOf(comment, pictureOf),
  ]
  const tick = resolved ? 'x' : ' '
  return `- [${tick}] ${lineOf([`**${number}**`, words(comment, '  ')], facts)}`
}

function replyOf(reply: Message, pictureOf: ExportSource['pictureOf']): string {
  const facts = [...viaOf(reply), ...agreementOf(reply), ...picturesOf(reply, pictureOf)]
  return `  - ${lineOf([`${escapeMarkdown(shownName(reply))}:`, words(reply, '    ')], facts)}`
}

/** Facts are in brackets after the words. */
function lineOf(parts: readonly string[], facts: readonly string[]): string {
  const end = facts.length === 0 ? '' : `(${facts.join(', ')})`
  return `${[...parts, end].filter((part) => part !== '').join(' ')}\n`
}

/** Links instead of images, because a tracker would fetch images for everyone who sees the list. */
function picturesOf({ pictures = [] }: Message, pictureOf: ExportSource['pictureOf']): string[] {
  return pictures.map((picture, index) => `[picture ${index + 1}](${pictureOf(picture)})`)
}

/** The tool that wrote a message. */
function viaOf({ via }: Message): string[] {
  return via === undefined ? [] : [`via ${escapeMarkdown(via)}`]
}

function agreementOf({ agrees }: Message): string[] {
  return agrees ? [`agreed by ${agrees.names.map(escapeMarkdown).join(', ')}`] : []
}

/** Line breaks stay inside the item of the list. */
function words({ text, deletedAt }: Pick<Comment, 'text' | 'deletedAt'>, indent: string): string {
  if (deletedAt) return '_(deleted)_'
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
