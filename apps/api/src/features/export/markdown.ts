import type { Comment } from '@pinmark/shared/entities/comment'
import type { Design } from '@pinmark/shared/entities/project'
import { versionOf } from '@pinmark/shared/export-choice'
import type { PlacedComment } from '@pinmark/shared/export-choice'
import type { ExportSource } from './exported'

/** A checklist as trackers and chats show it: a box for each comment, ticked once it is resolved, its replies below. */
export async function* checklistPieces(source: ExportSource): AsyncGenerator<string> {
  const { project, threads, openCounts, linkTo } = source
  yield `## ${escapeMarkdown(project.name)}, round ${project.round.number}\n`
  let current: Design | null = null
  for await (const thread of threads()) {
    if (thread.design !== current) {
      current = thread.design
      yield `\n### ${headingOf(current, openCounts.get(current._id) ?? 0)}\n\n`
    }
    yield itemOf(thread, linkTo(thread.comment))
  }
}

function headingOf(design: Design, open: number): string {
  return `${escapeMarkdown(design.title)}, version ${versionOf(design, 'newest').number} (${open} open)`
}

function itemOf({ comment, version, design }: PlacedComment, link: string): string {
  const { number, resolved, replies } = comment
  const isOlder = version !== versionOf(design, 'newest')
  const from = isOlder ? `, version ${version.number}` : ''
  const item = `- [${resolved ? 'x' : ' '}] **${number}** ${words(comment, '  ')} ${nameOf(comment)}${from} ([open](${link}))\n`
  return item + replies.map((reply) => `  - ${nameOf(reply)}: ${words(reply, '    ')}\n`).join('')
}

function nameOf({ commenter }: Pick<Comment, 'commenter'>): string {
  return escapeMarkdown(commenter)
}

/** Line breaks stay, inside the item of the list. */
function words({ text, deletedAt }: Pick<Comment, 'text' | 'deletedAt'>, indent: string): string {
  if (deletedAt) return '_(deleted)_'
  const lines = text
    .split(/\s*\n\s*/)
    .filter((line) => line !== '')
    .map((line) => escapeMarkdown(line).replace(/^(#{1,6}(?=\s)|[>+-]|\d+(?=[.)]))/, escapeStart))
  return lines.join(`  \n${indent}`).trim()
}

/** What begins a heading, a quote or a list. */
function escapeStart(sign: string): string {
  return /^\d/.test(sign) ? `${sign}\\` : `\\${sign}`
}

/** Shows the text as it was typed. An underscore inside a word, and a tilde alone, mean nothing: addresses stay whole. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*[\]<>]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~~/g, '\\~\\~')
    .replace(/&(?=#?\w+;)/g, '\\&')
}
