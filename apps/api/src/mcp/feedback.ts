import * as z from 'zod/mini'
import type { ImageRegion } from '@pinmark/shared/coordinates'
import type { Difference } from '@pinmark/shared/entities/comparison'

const messageSchema = z.object({
  id: z.string(),
  name: z.string(),
  via: z.optional(z.string()),
  text: z.string(),
  pictures: z.array(z.unknown()),
})

/** What the tools read of an exported file. */
export const exportedSchema = z.object({
  project: z.object({ name: z.string(), description: z.string(), link: z.string() }),
  round: z.object({ number: z.number(), closedAt: z.nullable(z.string()) }),
  designs: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      versions: z.array(
        z.object({ number: z.number(), note: z.string(), width: z.number(), height: z.number() }),
      ),
    }),
  ),
  commentCount: z.number(),
  comments: z.array(
    z.extend(messageSchema, {
      number: z.number(),
      status: z.string(),
      design: z.string(),
      version: z.number(),
      place: z.nullable(
        z.object({ x: z.number(), y: z.number(), w: z.optional(z.number()), h: z.optional(z.number()) }),
      ),
      placeState: z.optional(z.string()),
      quote: z.optional(z.string()),
      replies: z.array(messageSchema),
    }),
  ),
})
type Exported = z.infer<typeof exportedSchema>

/** States of a place that may be on other content. */
const uncertain = new Set(['check', 'gone', 'pending'])

/** The comments of an exported file in few bytes, because a model pays for each: what goes without saying is left out. */
export function shortFeedback({ project, round, designs, commentCount, comments }: Exported) {
  const newest = designs.map(({ id, title, versions }) => {
    const last = versions.at(-1)
    return { id, title, version: last?.number, note: last?.note, width: last?.width, height: last?.height }
  })
  return {
    project,
    round: { number: round.number, isClosed: round.closedAt !== null },
    designs: newest,
    total: commentCount,
    comments: comments.map(
      ({ number, status, design, version, place, placeState, quote, replies, ...message }) => {
        const at = designs.findIndex(({ id }) => id === design)
        const { w, h } = place ?? {}
        return {
          number,
          // Of a single design, all comments are about it.
          ...(designs.length > 1 && { design: at }),
          ...(version !== newest[at]?.version && { version }),
          ...(place && { at: [Math.round(place.x), Math.round(place.y)] }),
          ...(w !== undefined && h !== undefined && { size: [Math.round(w), Math.round(h)] }),
          ...(placeState !== undefined && uncertain.has(placeState) && { place: placeState }),
          ...(status !== 'open' && { status }),
          ...wordsOf(message),
          ...(quote !== undefined && { quote }),
          ...(replies.length > 0 && { replies: replies.map(wordsOf) }),
        }
      },
    ),
  }
}

function wordsOf({ name, via, text, pictures }: Omit<z.infer<typeof messageSchema>, 'id'>) {
  return {
    ...{ name, text },
    ...(via !== undefined && { via }),
    ...(pictures.length > 0 && { pictures: pictures.length }),
  }
}

/** Fields of answers that hold what people typed: names, comments, notes, titles. */
const typed = new Set([
  'name',
  'text',
  'title',
  'note',
  'message',
  'description',
  'by',
  'agreedBy',
  'designer',
  'via',
  'quote',
  // Of a design and its build.
  'words',
  // Of an element in a page that someone has written.
  'selector',
])

/** Moves what people typed into a field `quoted` of its object, everywhere in `value`. A program that reads instructions
 *  can then tell what it must not follow. */
export function quoteWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(quoteWords)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const plain: Record<string, unknown> = {}
  const quoted: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    if (!typed.has(key)) plain[key] = quoteWords(inner)
    else if (inner !== '' && inner !== null && !(Array.isArray(inner) && inner.length === 0))
      quoted[key] = inner
  }
  return Object.keys(quoted).length === 0 ? plain : { ...plain, quoted }
}

/** What is listed at a time, in bytes of JSON: the rest of an answer fits into 15 KB with it. */
const maxBytes = 14 * 1024

/** As many differences as a model should read at once, in few bytes: what goes without saying is left out. At least one is
 *  listed, if there is one. Areas are `[x, y, width, height]`.
 *  @param skip how many are left out at the beginning */
export function shortDifferences(all: readonly Difference[], skip: number) {
  const differences: ReturnType<typeof shortened>[] = []
  let bytes = 0
  for (const difference of all.slice(skip)) {
    const short = shortened(difference)
    bytes += Buffer.byteLength(JSON.stringify(short)) + ',"quoted":{}'.length
    if (bytes > maxBytes && differences.length > 0) break
    differences.push(short)
  }
  return { total: all.length, differences }
}

function shortened({ kind, before, after, shift, size, colour, words }: Difference) {
  return {
    kind,
    ...(before && { design: areaOf(before) }),
    ...(after && { build: areaOf(after) }),
    ...(shift && (shift.x !== 0 || shift.y !== 0) && { shift: [shift.x, shift.y] }),
    ...(size && (size.w !== 0 || size.h !== 0) && { size: [size.w, size.h] }),
    ...(colour !== null && { colour }),
    ...(words && { words }),
  }
}

function areaOf({ x, y, w, h }: ImageRegion): number[] {
  return [x, y, w, h].map(Math.round)
}
