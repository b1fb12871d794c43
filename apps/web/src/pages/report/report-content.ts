import { commentOrders } from '@pinmark/shared/comment-filter'
import type { Comment, Message, Reply } from '@pinmark/shared/entities/comment'
import type { ExportFilter } from '@pinmark/shared/entities/export'
import type { Design, Project, Version } from '@pinmark/shared/entities/project'
import { placeComment, readFilter, versionOf, type PlacedComment } from '@pinmark/shared/export-choice'
import { m } from '@pinmark/words/messages'

/** A design in the report, with the filtered comments, in the order of their places. */
export interface ReportDesign {
  readonly design: Design
  readonly version: Version
  readonly threads: readonly PlacedComment[]
  /** Numbers of comments on this version, without the filter. A deleted comment with replies does not count. */
  readonly open: number
  readonly total: number
}

export function designsOf(
  { designs }: Pick<Project, 'designs'>,
  comments: readonly Comment[],
  filter: ExportFilter,
): ReportDesign[] {
  const wanted = filter.design?.split(',')
  const chosen = wanted ? designs.filter(({ _id }) => wanted.includes(_id)) : designs
  const wantedVersion = chosen.length === 1 ? filter.version : 'newest'
  const isChosen = readFilter(filter)
  return chosen.map((design) => {
    const version = versionOf(design, wantedVersion)
    const placed = comments
      .filter((comment) => comment.design === design._id)
      .map((comment) => placeComment(comment, design, wantedVersion ?? 'newest'))
      .filter((thread) => thread !== null)
    const counted = placed.filter(isPresent)
    return {
      design,
      version,
      threads: placed.filter(isChosen).toSorted(byPlace),
      open: counted.filter(({ comment }) => comment.resolved === null).length,
      total: counted.length,
    }
  })
}

/** What the head says of the comments: how many are open, or how many a filter leaves. */
export function countsOf(reports: readonly ReportDesign[]): string {
  const threads = reports.flatMap((report) => report.threads).filter(isPresent)
  const open = reports.reduce((sum, report) => sum + report.open, 0)
  const total = reports.reduce((sum, report) => sum + report.total, 0)
  const areOpenOnes = threads.length === open && threads.every(({ comment }) => comment.resolved === null)
  const isWhole = threads.length === total || areOpenOnes
  return isWhole
    ? m.report_open_of({ count: open, total })
    : m.count_of_comments({ count: threads.length, total })
}

function isPresent({ comment }: PlacedComment): boolean {
  return comment.deletedAt === null
}

function byPlace(one: PlacedComment, other: PlacedComment): number {
  return commentOrders.place(orderOf(one), orderOf(other)) || one.comment.number - other.comment.number
}

function orderOf({ spot, comment }: PlacedComment) {
  return { point: spot.point, createdAt: comment.createdAt }
}

/** A part of a comment that is not split between sheets. */
export interface Block {
  /** Unique within its comment. */
  readonly key: string
  readonly kind: 'head' | 'more' | 'reply' | 'replyMore' | 'beside' | 'replyBeside'
  readonly text: string
  readonly reply?: Reply
  /** The message whose pictures and agreement it shows. */
  readonly message?: MessageDetails
}

export type MessageDetails = Pick<Message, '_id' | 'commenter' | 'person' | 'pictures' | 'agrees'>

/** Splits a comment into blocks, none of which is higher than a sheet. */
export function blocksOf(
  comment: MessageDetails & Pick<Comment, 'text' | 'replies'>,
  hasReplies: boolean,
): Block[] {
  const { text, replies } = comment
  const words = cut(text).map((part, at): Block => {
    return { key: `text ${at}`, kind: at === 0 ? 'head' : 'more', text: part }
  })
  const blocks = [...words, ...besideOf(comment, 'beside')]
  if (!hasReplies) return blocks
  return [
    ...blocks,
    ...replies.flatMap((reply) => [
      ...cut(reply.text).map((part, at): Block => {
        const key = `${reply._id} ${at}`
        return at === 0 ? { key, kind: 'reply', text: part, reply } : { key, kind: 'replyMore', text: part }
      }),
      ...besideOf(reply, 'replyBeside'),
    ]),
  ]
}

/** Joins the parts of a text that are on the same sheet, so that they flow as they were written. */
export function joinParts(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const before = joined.at(-1)
    const isMore = block.kind === 'more' || block.kind === 'replyMore'
    if (before && isMore) joined.splice(-1, 1, { ...before, text: before.text + block.text })
    else joined.push(block)
  }
  return joined
}

/** The block with pictures and agreement of a message; none if there is neither. */
function besideOf(message: MessageDetails, kind: 'beside' | 'replyBeside'): Block[] {
  const { _id, pictures, agrees } = message
  return pictures || agrees ? [{ key: `${_id} beside`, kind, text: '', message }] : []
}

const partLength = 300
const partLines = 8

/** Cuts a long text between lines, or else sentences, or else words. */
function cut(text: string): string[] {
  const parts: string[] = []
  let rest = text
  for (;;) {
    const lines = rest.split('\n', partLines)
    const head = lines.join('\n').slice(0, partLength)
    if (head.length === rest.length) return [...parts, rest]
    const isCutInLine = !(rest.charAt(head.length) === '\n')
    const end = isCutInLine ? endOf(head) : head.length
    const [space = ''] = /^\s*/.exec(rest.slice(end)) ?? []
    parts.push(rest.slice(0, end) + shortened(space))
    rest = rest.slice(end + space.length)
  }
}

/** Shortens the space between two parts, because many empty lines would be higher than a sheet. */
function shortened(space: string): string {
  const lines = space.split('\n').length - 1
  return lines > 0 ? '\n'.repeat(Math.min(2, lines)) : space.slice(0, 1)
}

function endOf(head: string): number {
  const least = head.length / 2
  for (const pattern of [/\n(?=[^\n]*$)/, /[.!?。]\s(?=[^.!?。]*$)/, /\s(?=\S*$)/]) {
    const at = head.search(pattern)
    if (at > least) return at + 1
  }
  // Never inside a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(head) ? head.length - 1 : head.length
}
