import type { FollowedPlace, Place } from '@pinmark/follow/place'
import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import { AppError } from '@pinmark/shared/errors'
import { FairSlots, type SlotsLoad, type Waiter } from '../../base/fair-slots'
import { MemoryBudget } from '../../base/budgets'
import { sha256Of } from '../../base/ids'
import type { Cut } from './cut-spots'
import type { DrawnPin } from './draw-pins'
import { linesWithin, readCapturedLines } from './text-lines'
import type { Outcome, RenderProcess } from './render-process'
import {
  endSignals,
  type Made,
  type PageList,
  type Reply,
  type Request,
  type SourceImage,
  type Task,
} from './renditions'
import { contentTypes, sniffImage, type SourceType } from './sniff'

interface RenditionFile {
  contentType: string
  bytes: Buffer
}

/** Everything that is stored of an image. `original` contains the uploaded bytes. */
export interface Renditions extends Omit<Made, 'files' | 'lines'> {
  sourceType: SourceType
  lines: DesignLine[]
  files: Record<'original' | 'view' | 'thumbnail' | 'jpeg' | 'jpegSmall' | 'preview', RenditionFile> & {
    narrow?: RenditionFile | undefined
  }
}

export interface RendererOptions {
  /** Maximum number of concurrent tasks. */
  slots: number
  /** Maximum number of tasks that wait for a slot. Comparisons and pictures with pins together, and PDFs, have a slot and
   *  a line each in front of it. */
  maxWaiting: number
  /** Memory for the pictures of all uploads that are being prepared, in bytes. One that needs more is prepared alone. */
  memoryBytes: number
  /** Processor time limit of one task. */
  maxCpuMs: number
  /** Time limit of one task by the clock, even on a busy machine. */
  timeoutMs: number
  /** An idle worker ends after this time, to free its memory. */
  idleMs: number
  start: () => RenderProcess
}

export interface RenderOptions {
  page?: number | undefined
  isDesign?: boolean
  /** A PNG of an SVG, drawn by the browser of its uploader. */
  drawn?: Buffer | undefined
  /** JSON of the lines that a program has captured with the picture. */
  captured?: Buffer | undefined
}

/** The bytes of a stored image, or a function that reads them. A waiting task reads none, because up to
 *  `maxWaiting` tasks may wait, each for a picture of megabytes. */
export type Stored = Buffer | (() => Promise<Buffer>)

/** Prepares and compares images in processes that may crash without harm. Every task waits in the line of its `waiter` while all
 *  slots are taken. */
export function imageRenderer({
  slots,
  maxWaiting,
  memoryBytes,
  maxCpuMs,
  timeoutMs,
  idleMs,
  start,
}: RendererOptions) {
  const idle = new Map<RenderProcess, NodeJS.Timeout>()
  const busy = new Set<RenderProcess>()
  const turns = new FairSlots({ slots, maxWaiting, refusal: 'images_busy' })
  // What anyone with a link may ask for leaves the other slots to uploads.
  const readingTurns = new FairSlots({ slots: 1, maxWaiting, refusal: 'images_busy' })
  // A page takes the most memory, and asks for it only when it is drawn.
  const pdfTurns = new FairSlots({ slots: 1, maxWaiting, refusal: 'images_busy' })
  const narrowTurns: Partial<Record<Task['kind'], FairSlots>> = {
    changes: readingTurns,
    differences: readingTurns,
    draw: readingTurns,
    page: pdfTurns,
    pages: pdfTurns,
  }
  const memory = new MemoryBudget(memoryBytes)
  return {
    render,
    listPages,
    followPlaces,
    listChanges,
    measureDifferences,
    drawPins,
    cutSpots,
    warm,
    load,
    stop,
  }

  /** Checks an upload and prepares every stored form of it.
   *  @param options.page of a PDF, 1 for the first
   *  @param options.isDesign of a design: a JPEG may be shown in its own coding, without its metadata, and a file
   *  without an end is shown as far as it goes
   *  @param options.drawn of an SVG is shown in its place; the original stays the SVG
   *  @param options.captured takes the place of the text that is found in the upload
   *  @throws AppError lines_not_valid, image_empty, image_not_supported, image_damaged, image_type_not_supported, pdf_locked, pdf_not_readable,
   *  too_many_pixels, images_busy, image_took_too_long */
  async function render(
    bytes: Buffer,
    waiter: Waiter,
    { page = 1, isDesign = false, drawn, captured }: RenderOptions = {},
  ): Promise<Renditions> {
    const sourceType = sniffImage(bytes)
    if (captured && sourceType === 'pdf') throw new AppError('lines_not_valid')
    const lines = captured && readCapturedLines(captured)
    const isDrawn = drawn !== undefined && sourceType === 'svg'
    if (isDrawn && sniffImage(drawn) !== 'png') throw new AppError('image_not_supported')
    const task =
      sourceType === 'pdf'
        ? ({ kind: 'page', page } as const)
        : ({ kind: 'render', isDesign: isDesign && !isDrawn } as const)
    const { made: whole } = await ask('made', task, isDrawn ? [drawn, bytes] : [bytes], waiter)
    const { files, ...made } = whole
    const sent = { contentType: contentTypes[sourceType], bytes }
    return {
      ...made,
      ...(isDrawn && { sha256: (await sha256Of(bytes)).toString('hex') }),
      lines: lines ? linesWithin(lines, made) : made.lines,
      sourceType,
      files: { ...files, original: files.original ?? sent },
    }
  }

  /** Counts and measures the pages of a PDF, with a small picture of each on demand.
   *  @throws AppError as `render` */
  async function listPages(
    pdf: Buffer,
    waiter: Waiter,
    { hasPictures }: { hasPictures: boolean },
  ): Promise<PageList> {
    return (await ask('listed', { kind: 'pages', hasPictures }, [pdf], waiter)).listed
  }

  /** Finds places of one version of a design on the next one.
   *  @param before, after stored images @param places in pixels of `before`
   *  @returns one for each of `places`, in their order, in pixels of `after`
   *  @throws AppError as `render` */
  async function followPlaces(
    before: Stored,
    after: Stored,
    places: readonly Place[],
    waiter: Waiter,
  ): Promise<FollowedPlace[]> {
    return (await ask('followed', { kind: 'follow', places }, [before, after], waiter)).followed
  }

  /** Lists the differences between two versions of a design, and the rows that both have, from top to bottom.
   *  @throws AppError as `render` */
  function listChanges(before: Stored, after: Stored, waiter: Waiter) {
    return ask('changes', { kind: 'changes' }, [before, after], waiter)
  }

  /** Measures the differences between a design and a picture of its build, from top to bottom, and lists the rows that both
   *  have.
   *  @returns areas in pixels of each picture, measures in CSS pixels of the design
   *  @throws AppError as `render` */
  function measureDifferences(design: Stored, build: Stored, waiter: Waiter) {
    return ask('differences', { kind: 'differences' }, [design, build], waiter)
  }

  /** A PNG of a stored image with its pins. @throws AppError as `render` */
  async function drawPins(image: Stored, pins: readonly DrawnPin[], waiter: Waiter): Promise<Buffer> {
    return (await ask('drawn', { kind: 'draw', pins }, [image], waiter)).drawn
  }

  /** JPEGs of the surroundings of spots on a stored image, in the order of the spots.
   *  @throws AppError as `render` */
  async function cutSpots(image: Stored, spots: readonly Cut[], waiter: Waiter): Promise<Buffer[]> {
    const { cut } = await ask('cut', { kind: 'cut', spots }, [image], waiter)
    return cut.map((picture) => Buffer.from(picture, 'base64'))
  }

  /** Starts a worker if there is none, so that it is ready when a started upload has arrived. */
  function warm(): void {
    if (idle.size + busy.size === 0) keep(start())
  }

  /** Ends every worker at once. Their tasks fail. */
  function stop(): void {
    for (const worker of [...idle.keys(), ...busy]) worker.stop()
    for (const timer of idle.values()) clearTimeout(timer)
    idle.clear()
  }

  /** @param result the field of the reply that belongs to the task */
  async function ask<Result extends ResultName>(
    result: Result,
    task: Task,
    stored: readonly Stored[],
    waiter: Waiter,
  ): Promise<ReplyWith<Result>> {
    const takeTurn = () => turns.run(waiter, () => attempt(task, stored))
    const reply = await (narrowTurns[task.kind]?.run(waiter, takeTurn) ?? takeTurn())
    if (!hasResult(reply, result)) throw new Error('the image worker returned the result of another task')
    return reply
  }

  function load(): SlotsLoad {
    const { running, waiting } = turns.load
    return { running, waiting: waiting + readingTurns.load.waiting + pdfTurns.load.waiting }
  }

  async function attempt(task: Task, stored: readonly Stored[]): Promise<Reply> {
    // A worker can be killed without the image's fault, for example by a system short of memory. Try once
    // more.
    const first = await work(task, stored)
    const outcome = first.end === 'died' && !hasEndedItself(first.signal) ? await work(task, stored) : first

    return replyOf(outcome)
  }

  async function work(task: Task, stored: readonly Stored[]) {
    // A picture that would have to wait for memory needs no worker yet.
    const asksForMemory = task.kind === 'render' || task.kind === 'page'
    if (asksForMemory && idle.size === 0) (await memory.take(1))()
    const request: Request = { task, images: await Promise.all(stored.map(sourceOf)), maxCpuMs }
    const worker = takeWorker()
    busy.add(worker)
    const outcome = await worker.work(request, { timeoutMs, memory })
    busy.delete(worker)
    if (outcome.end === 'reply') keep(worker)
    return outcome
  }

  function takeWorker(): RenderProcess {
    for (const [worker, timer] of idle) {
      clearTimeout(timer)
      idle.delete(worker)
      if (worker.isUsable()) return worker
    }
    return start()
  }

  function keep(worker: RenderProcess): void {
    const timer = setTimeout(() => {
      idle.delete(worker)
      worker.stop()
    }, idleMs)
    idle.set(worker, timer.unref())
  }
}

export type Renderer = ReturnType<typeof imageRenderer>

type ResultName = 'made' | 'listed' | 'followed' | 'changes' | 'differences' | 'drawn' | 'cut'
type ReplyWith<Result extends ResultName> = Extract<Reply, Record<Result, unknown>>

function hasResult<Result extends ResultName>(reply: Reply, result: Result): reply is ReplyWith<Result> {
  return result in reply
}

/** @throws AppError the refusal of the worker, or why it ended */
function replyOf(outcome: Outcome): Exclude<Reply, { refused: unknown }> {
  if (outcome.end === 'timeout') throw new AppError('image_took_too_long', { retryAfterSeconds: 10 })
  if (outcome.end === 'died') {
    const { exitCode, signal, said } = outcome
    const cause = new Error(`the image worker ended with ${signal ?? `code ${exitCode}`}: ${said}`)
    if (signal === endSignals.time)
      throw new AppError('image_took_too_long', { cause, retryAfterSeconds: 10 })
    if (signal === endSignals.memory) throw new AppError('too_many_pixels', { cause })
    // A signal during decoding: the image caused the crash. An exit code is an exception, and so a bug of
    // ours.
    if (outcome.hadStarted && exitCode === null) throw new AppError('image_not_supported', { cause })
    throw cause
  }
  if ('refused' in outcome.reply) {
    const { refused, params, detail } = outcome.reply
    throw new AppError(refused, { ...(params && { params }), cause: new Error(detail) })
  }
  return outcome.reply
}

/** @throws AppError image_empty, image_type_not_supported, image_not_supported */
async function sourceOf(stored: Stored): Promise<SourceImage> {
  const bytes = Buffer.isBuffer(stored) ? stored : await stored()
  return { bytes, sourceType: sniffImage(bytes) }
}

function hasEndedItself(signal: NodeJS.Signals | null): boolean {
  return signal === endSignals.time || signal === endSignals.memory
}
