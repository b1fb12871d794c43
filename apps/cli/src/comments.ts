import { createHash } from 'node:crypto'
import { text as readText } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { addReply, changeComment } from '@pinmark/shared/api/comments'
import { readMe } from '@pinmark/shared/api/users'
import { shownName, type Comment, type Message } from '@pinmark/shared/entities/comment'
import { exportFilterSchema } from '@pinmark/shared/entities/export'
import type { Project } from '@pinmark/shared/entities/project'
import { placeComment, readFilter, type PlacedComment } from '@pinmark/shared/export-choice'
import { print, printJson, Refusal } from './output'
import { readWithComments, targetHelp, targetOf, targetOptions, threadOf, type Target } from './project'

export const commentsHelp = `pinmark comments [NUMBER...]

Prints the open comments of a project, or those with the given numbers.

  --status STATUS         open, resolved, check (its place is to be checked) or all. Default: open
  --search WORDS          only threads with these words, or by this name
${targetHelp}`

export async function comments(args: string[], signal: AbortSignal): Promise<void> {
  const { values, positionals } = parseArgs({
    ...{ args, allowPositionals: true },
    options: { ...targetOptions, status: { type: 'string' }, search: { type: 'string' } },
  })
  const numbers = positionals.map((number) => number.replace('#', '')).join(',') || undefined
  const status = values.status ?? (numbers === undefined ? 'open' : 'all')
  const filter = exportFilterSchema.safeParse({ status, search: values.search, numbers })
  if (!filter.success)
    throw new Refusal('The status is open, resolved, check or all, and numbers are like 3 or 1-5.')
  const target = await targetOf(values.project, signal)
  const project = await readWithComments(target)
  const isWanted = readFilter(filter.data)
  const found = placedComments(project).filter(isWanted)
  if (values.json) {
    printJson({
      project: { _id: project._id, name: project.name, address: target.addressOf() },
      comments: found.map(({ comment, design, version, spot }) => ({
        ...comment,
        address: target.addressOf(comment),
        // Where it is now, which may be on a newer version than its own.
        shown: { design: design.title, version: version.number, ...spot },
      })),
    })
  } else if (found.length === 0) print('No comments.')
  else print(found.map(wordsOf).join('\n\n'))
}

function placedComments({ comments, designs }: Project): PlacedComment[] {
  return comments.flatMap((comment) => {
    const design = designs.find(({ _id }) => _id === comment.design)
    return (design && placeComment(comment, design, undefined)) ?? []
  })
}

function wordsOf({ comment, design, version, spot }: PlacedComment): string {
  const { number, resolved, replies } = comment
  const { point, carried } = spot
  const place = point ? `at ${Math.round(point.x)}, ${Math.round(point.y)}` : 'on the whole design'
  const guess = carried?.state === 'check' || carried?.state === 'gone' ? ', a guess' : ''
  return [
    `#${number} ${authorOf(comment)}, ${comment.createdAt.slice(0, 16).replace('T', ' ')}, ${resolved ? `resolved by ${withTool(resolved.by, resolved.via)}` : 'open'}`,
    `${design.title}, version ${version.number}, ${place}${guess}`,
    indent(textOf(comment), '  '),
    ...replies.map((reply) => indent(`${authorOf(reply)}: ${textOf(reply)}`, '    ')),
  ].join('\n')
}

function authorOf(message: Message): string {
  return withTool(shownName(message), message.via)
}

function withTool(name: string, tool: string | undefined): string {
  return tool === undefined ? name : `${name} (via ${tool})`
}

function textOf({ text, pictures = [], deletedAt }: Message): string {
  if (deletedAt !== null) return '(deleted)'
  const count = pictures.length
  return [text, ...(count > 0 ? [`(${count} ${count === 1 ? 'picture' : 'pictures'})`] : [])].join(' ').trim()
}

function indent(text: string, space: string): string {
  return text.replace(/^/gm, space)
}

export const replyHelp = `pinmark reply NUMBER TEXT

Replies to a comment. TEXT may be -, for standard input. If the last message of the comment is already this reply of
yours, nothing is added.

${targetHelp}`

export async function reply(args: string[], signal: AbortSignal): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: targetOptions })
  const [number, ...words] = positionals
  const text = words.join(' ') === '-' ? (await readText(process.stdin)).trim() : words.join(' ')
  if (number === undefined || text === '') throw new Refusal('Name a comment by its number, and a text.')
  const target = await targetOf(values.project, signal)
  const thread = threadOf(await readWithComments(target), number)
  const last: Message = thread.replies.at(-1) ?? thread
  const isThere = last.parent !== null && last.mine && last.text === text
  const answer = isThere ? last : await sendReply(target, thread, last, text)
  if (values.json) printJson(answer)
  else print(`${isThere ? 'This reply is there already' : 'Replied'}: ${target.addressOf(thread)}`)
}

/** The id depends on the message before, so that a second run sends the same reply, and not a second one. */
async function sendReply(target: Target, thread: Comment, last: Message, text: string): Promise<Message> {
  const { client, projectId } = target
  const body = { _id: idFrom(['reply', thread._id, last._id, text]), text, commenter: await ownName(target) }
  return client.call(addReply, { params: { projectId, commentId: thread._id }, body })
}

/** 16 bytes in base64url, as every public id. */
function idFrom(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16).toString('base64url')
}

async function ownName({ client }: Target): Promise<string> {
  return (await client.call(readMe)).name
}

export const resolveHelp = `pinmark resolve NUMBER...

Resolves comments.

  --reopen                opens them again
${targetHelp}`

export async function resolve(args: string[], signal: AbortSignal): Promise<void> {
  const { values, positionals } = parseArgs({
    ...{ args, allowPositionals: true },
    options: { ...targetOptions, reopen: { type: 'boolean', default: false } },
  })
  if (positionals.length === 0) throw new Refusal('Name a comment by its number.')
  const target = await targetOf(values.project, signal)
  const project = await readWithComments(target)
  const threads = positionals.map((number) => threadOf(project, number))
  const body = { resolved: !values.reopen, commenter: await ownName(target) }
  const changed: Message[] = []
  for (const { _id: commentId } of threads) {
    const params = { projectId: target.projectId, commentId }
    changed.push(await target.client.call(changeComment, { params, body }))
  }
  const numbers = threads.map((thread) => `#${thread.number}`).join(', ')
  if (values.json) printJson(changed)
  else print(`${values.reopen ? 'Opened again' : 'Resolved'}: ${numbers}`)
}
