import { AppError } from '@pinmark/shared/errors'
import { startRenderProcess, type RenderProcess } from './render-process'
import { memoryExitCode, type Made, type Request } from './renditions'
import { contentTypes, sniffImage, type SourceType } from './sniff'

/** Images prepared at once, images that may wait, and how long one may take: from the security model. */
const slots = 2
const maxWaiting = 16
const timeoutMs = 10_000
/** A worker without work gives its memory back after this long. */
const idleMs = 30_000

interface RenditionFile {
  contentType: string
  bytes: Buffer
}

/** All that is stored of an image. `original` holds the very bytes that were sent. */
export interface Renditions extends Omit<Made, 'files'> {
  sourceType: SourceType
  files: Record<'original' | 'view' | 'thumbnail' | 'jpeg' | 'jpegSmall', RenditionFile>
}

interface IdleWorker {
  worker: RenderProcess
  timer: NodeJS.Timeout
}

const idle: IdleWorker[] = []
const busy = new Set<RenderProcess>()
const waiting: (() => void)[] = []
let running = 0

/** Checks an upload and prepares every stored form of it, in a process that may die without harm.
 *  @throws AppError image_not_supported, heic_not_supported, svg_not_supported, too_many_pixels, images_busy,
 *  image_took_too_long */
export async function renderImage(bytes: Buffer): Promise<Renditions> {
  const sourceType = sniffImage(bytes)
  await takeSlot()
  try {
    const made = await make({ bytes, sourceType })
    const original = { contentType: contentTypes[sourceType], bytes }
    return { ...made, sourceType, files: { original, ...made.files } }
  } finally {
    freeSlot()
  }
}

/** Starts a worker if none is there, so that it is ready when an upload that has begun has arrived. */
export function warmRenderer(): void {
  if (idle.length === 0 && busy.size < slots) keep(startRenderProcess())
}

/** Ends every worker at once; what they were preparing fails. */
export function stopRenderer(): void {
  for (const { worker, timer } of idle.splice(0)) {
    clearTimeout(timer)
    worker.stop()
  }
  for (const worker of busy) worker.stop()
}

async function make(request: Request): Promise<Made> {
  // A worker can be killed for what is not the image's fault, by a system short of memory for example: try once more.
  const first = await work(request)
  const outcome = first.end === 'died' && first.exitCode !== memoryExitCode ? await work(request) : first

  if (outcome.end === 'timeout') throw new AppError('image_took_too_long', { retryAfterSeconds: 10 })
  if (outcome.end === 'died') {
    const cause = new Error(`the image worker ended with code ${outcome.exitCode}: ${outcome.said}`)
    if (outcome.exitCode === memoryExitCode) throw new AppError('too_many_pixels', { cause })
    if (outcome.hadStarted) throw new AppError('image_not_supported', { cause })
    throw cause
  }
  if ('refused' in outcome.reply) {
    throw new AppError(outcome.reply.refused, { cause: new Error(outcome.reply.detail) })
  }
  return outcome.reply.made
}

async function work(request: Request) {
  const worker = takeWorker()
  busy.add(worker)
  const outcome = await worker.render(request, timeoutMs)
  busy.delete(worker)
  if (outcome.end === 'reply') keep(worker)
  return outcome
}

function takeWorker(): RenderProcess {
  for (let next = idle.pop(); next; next = idle.pop()) {
    clearTimeout(next.timer)
    if (next.worker.isUsable()) return next.worker
  }
  return startRenderProcess()
}

function keep(worker: RenderProcess): void {
  const timer = setTimeout(() => {
    idle.splice(
      idle.findIndex((entry) => entry.worker === worker),
      1,
    )
    worker.stop()
  }, idleMs)
  timer.unref()
  idle.push({ worker, timer })
}

function takeSlot(): Promise<void> {
  if (running < slots) {
    running += 1
    return Promise.resolve()
  }
  if (waiting.length >= maxWaiting) throw new AppError('images_busy', { retryAfterSeconds: 5 })
  return new Promise((resolve) => waiting.push(resolve))
}

/** Hands the slot to whoever waits longest, or gives it back. */
function freeSlot(): void {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}
