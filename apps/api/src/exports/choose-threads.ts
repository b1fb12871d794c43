import { commentOrders, type Ordered } from '@pinmark/shared/comment-filter'
import { quotedLines, quoteOf } from '@pinmark/shared/design-text'
import { spanOfRanges, type ExportFilter } from '@pinmark/shared/entities/export'
import type { Design } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/errors'
import { placeComment, readFilter } from '@pinmark/shared/export-choice'
import { eventLoopSlots } from '../base/fair-slots'
import { yieldToEventLoop } from '../base/pace'
import { presentThread } from '../comments/comment.presenter'
import type { ReplyRecord, ThreadRecord } from '../comments/comment.record'
import { findThreads, findThreadsByNumber, isGone, type ThreadWithReplies } from '../comments/threads.record'
import { type Actor, waiterFor } from '../core/actor'
import { commentRights } from '../core/rights'
import { imageIdOf, type ImageKeyOf } from '../images/image-keys'
import { findLines } from '../images/image-lines.record'
import { hiddenVersions } from '../projects/link-state'
import type { ProjectRecord } from '../projects/project.record'
import type { QuotedComment } from './exported'

/** Maximum number of comments in memory at a time. Fewer are read if their words exceed `maxLength`. About
 *  the same amount waits for a reader who has stopped reading. */
const atATime = 100
const maxLength = 64 * 1024

/** The data of a comment that are needed before it is written. */
interface Chosen extends Ordered {
  number: number
  isOpen: boolean
  /** Length of all its words, in UTF-16 units. */
  length: number
}

/** The data of a design's comments that stay in memory while its file is sent, which may take as long as the
 *  reader likes. */
interface ChosenDesign {
  design: Design
  count: number
  openCount: number
  /** Numbers of the comments that are read together, in order. */
  batches: readonly (readonly number[])[]
}

export interface Choice {
  /** In the order of the designs. */
  designs: readonly ChosenDesign[]
  /** The comments by number if all of them fit into one batch, which is then read once; otherwise null. */
  threads: ReadonlyMap<number, ThreadWithReplies> | null
}

/** Reads the comments once, in batches, and keeps the numbers of the exported ones, in order. */
export async function chooseThreads(
  actor: Actor,
  project: ProjectRecord,
  designs: readonly Design[],
  filter: ExportFilter,
): Promise<Choice> {
  const byDesign = new Map(designs.map((design) => [design._id, { design, threads: new Array<Chosen>() }]))
  // The pictures of a message do not affect whether it is exported.
  const view = { rightsOf: commentRights(actor, project), imageKey: () => '' }
  // A tool that reads one comment of thousands reads no others.
  const { first, last } =
    filter.numbers === undefined ? { first: 1, last: Infinity } : spanOfRanges(filter.numbers)
  const page = {
    project: project._id,
    hidden: hiddenVersions(project),
    limit: Math.min(atATime, last - first + 1),
  }
  const isChosen = readFilter(filter)
  const kept = new Map<number, ThreadWithReplies>()
  const readPage = async (after: number): Promise<number | null> => {
    const { threads, next } = await findThreads({ ...page, after })
    // Searching the longest thread takes as long as parsing it.
    await yieldToEventLoop()
    for (const one of threads) {
      const comment = presentThread(one.thread, one.replies, view, project)
      const entry = byDesign.get(comment.design)
      const exported = entry && placeComment(comment, entry.design, filter.version)
      if (!exported || !isChosen(exported)) continue
      const { number, createdAt, resolved, deletedAt } = comment
      const length = [comment, ...comment.replies].reduce((sum, { text }) => sum + text.length, 0)
      if (kept.size < atATime) kept.set(number, one)
      entry.threads.push({
        number,
        createdAt,
        point: exported.spot.point,
        isOpen: resolved === null && deletedAt === null,
        length,
      })
    }
    return next
  }
  for (let after: number | null = first - 1; after !== null && after < last;) {
    const from: number = after
    after = await readingSlots.run(waiterFor(actor), () => readPage(from))
  }
  const chosen = [...byDesign.values()].map(({ design, threads }) => {
    if (filter.order !== 'number') threads.sort(commentOrders[filter.order])
    const openCount = threads.filter(({ isOpen }) => isOpen).length
    return { design, count: threads.length, openCount, batches: [...batchesOf(threads)] }
  })
  const batches = chosen.reduce((sum, one) => sum + one.batches.length, 0)
  return { designs: chosen, threads: batches === 1 ? kept : null }
}

/** Reads the chosen threads in batches, and yields what `write` makes of each batch. Nothing else of the
 *  batch stays in memory, because a reader may stop reading. Threads that were deleted meanwhile are left
 *  out. */
export async function* readThreads<Written>(
  actor: Actor,
  project: ProjectRecord,
  choice: Choice,
  {
    imageKey,
    hasQuotes,
    write,
    check,
    ...filter
  }: ExportFilter & {
    imageKey: ImageKeyOf
    /** Whether the words of the designs are read too. */
    hasQuotes: boolean
    write: (threads: QuotedComment[]) => Written
    /** Throws before a later part when the reader's access has ended meanwhile. */
    check: () => Promise<void>
  },
): AsyncGenerator<Awaited<Written>> {
  const rightsOnPage = commentRights(actor, project)
  // Other people read the file, so it also names the person who exports it.
  const rightsOf = (message: ThreadRecord | ReplyRecord) => {
    const names = message.deletedAt ? [] : (message.agrees?.map(({ name }) => name) ?? [])
    return { ...rightsOnPage(message), ...(names.length > 0 && { agrees: { mine: false, names } }) }
  }
  const read = async (design: Design, numbers: readonly number[]) => {
    const byNumber = choice.threads ?? (await readByNumber(project, numbers))
    const placed = numbers.flatMap((number) => {
      const one = byNumber.get(number)
      if (!one || isGone(one)) return []
      const replies = filter.replies === 'true' ? one.replies : []
      const comment = presentThread(one.thread, replies, { rightsOf, imageKey }, project)
      return placeComment(comment, design, filter.version) ?? []
    })
    const imageOf = ({ version }: (typeof placed)[number]) => imageIdOf(version.image._id)
    const lines = await findLines(hasQuotes ? [...new Set(placed.map(imageOf))] : [])
    return placed.map((one) => {
      const quoted = quotedLines(lines.get(imageOf(one)) ?? [], one.spot)
      return { ...one, quote: quoteOf(quoted), selector: quoted[0]?.selector }
    })
  }
  let isFirst = true
  for (const { design, batches } of choice.designs) {
    for (const numbers of batches) {
      if (!isFirst) await check()
      isFirst = false
      yield await readingSlots.run(waiterFor(actor), async () => write(await read(design, numbers)))
    }
  }
}

async function readByNumber({ _id }: ProjectRecord, numbers: readonly number[]) {
  const found = await findThreadsByNumber(_id, numbers)
  await yieldToEventLoop()
  return new Map(found.map((one) => [one.thread.number, one]))
}

/** Numbers of threads that are read together. */
function* batchesOf(threads: readonly Chosen[]): Generator<number[]> {
  let batch: number[] = []
  let sum = 0
  for (const { number, length } of threads) {
    if (batch.length === atATime || (batch.length > 0 && sum + length > maxLength)) {
      yield batch
      batch = []
      sum = 0
    }
    batch.push(number)
    sum += length
  }
  if (batch.length > 0) yield batch
}

/** The designs that the filter names, in the order of the project.
 *  @throws AppError design_not_found, export_filter_not_valid */
export function chooseDesigns(designs: readonly Design[], { design, version }: ExportFilter): Design[] {
  const wanted = design?.split(',')
  const found = wanted ? designs.filter(({ _id }) => wanted.includes(_id)) : [...designs]
  if (found.length === 0 || found.length < new Set(wanted).size) throw new AppError('design_not_found')
  if (version === undefined || version === 'newest') return found
  const [only, ...others] = found
  if (others.length > 0) {
    const text = 'A version number belongs to one design. Send the id of the design as design.'
    throw new AppError('export_filter_not_valid', { text })
  }
  if (!only?.versions.some(({ number }) => String(number) === version)) throw new AppError('design_not_found')
  return found
}

/** Exports that choose their comments at a time. Each holds a point and a time of every comment until it has
 *  chosen. */
export const choosingSlots = eventLoopSlots(4)

/** Batches of comments that all exports together read and write at a time. Each takes a few milliseconds of
 *  the process. A thousand of them at once would delay everyone else for seconds. */
const readingSlots = eventLoopSlots(2)
