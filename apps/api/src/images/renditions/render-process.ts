import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import type { MemoryBudget } from '../../base/budgets'
import { workerFile } from '../../base/worker-file'
import {
  type Announced,
  fileNames,
  granted,
  type Made,
  needSchema,
  pipes,
  type Reply,
  replySchema,
  type Request,
} from './renditions'

/** Time limit for the start of the process. It is far longer than needed, because a start on a busy machine is slow. */
const startTimeoutMs = 20_000
const maxErrorText = 2_000
/** Large buffers go back to the system as soon as they are freed, and few arenas keep small ones. glibc would raise the
 *  threshold (bytes) to 32 MB by itself: a worker then peaked at 218 MB instead of 166 after six images of 2.5 megapixels,
 *  and kept 167 MB instead of 96. */
const allocatorSettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/** The process died. `hadStarted` says whether it had started the task: only then can an image be the cause. */
export type Outcome =
  | { end: 'reply'; reply: Reply }
  | { end: 'timeout' }
  | { end: 'died'; hadStarted: boolean; exitCode: number | null; signal: NodeJS.Signals | null; said: string }

export interface WorkLimits {
  timeoutMs: number
  memory: MemoryBudget
}

/** One worker process, which does one task at a time. */
export interface RenderProcess {
  /** @param request whose images are taken out once they are on their way
   *  @param limits.timeoutMs for the work itself; the wait for memory is not counted */
  work: (request: Request, limits: WorkLimits) => Promise<Outcome>
  stop: () => void
  /** False after it has ended. */
  isUsable: () => boolean
  /** True when it can begin. */
  isReady: () => boolean
  pid: number | undefined
}

export function startRenderProcess(): RenderProcess {
  const file = workerFile('images/renditions/render')
  const child = fork(file.path, [], {
    execArgv: [...file.execArgv, '--max-old-space-size=128', '--max-semi-space-size=1', '--expose-gc'],
    // No variables of this process: the worker reads untrusted bytes and needs no secret.
    env: allocatorSettings,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-maxErrorText)
  })
  let isReady = false
  let isOver = false
  child.once('message', () => (isReady = true))
  child.once('spawn', () => giveWay(child))
  for (const event of ['error', 'exit', 'disconnect']) child.once(event, () => (isOver = true))
  // An idle worker does not delay the exit of the API.
  child.unref()
  child.channel?.unref()
  const [toWorker, fromWorker] = [pipeOf(child, pipes.toWorker), pipeOf(child, pipes.fromWorker)]
  for (const pipe of [toWorker, fromWorker, pipeOf(child, 2)]) pipe.unref()
  // The exit event reports the result.
  for (const pipe of [toWorker, fromWorker]) pipe.on('error', () => undefined)
  const received = new PieceBuffer(fromWorker)

  const stop = () => {
    isOver = true
    child.kill('SIGKILL')
  }

  const work = (request: Request, { timeoutMs, memory }: WorkLimits) =>
    new Promise<Outcome>((resolve) => {
      /** The memory of this task; null before the worker has asked for it. */
      let taken: Promise<() => void> | null = null
      let isDone = false
      const finish = (outcome: Outcome) => {
        isDone = true
        clearTimeout(timer)
        // Later, when the worker has freed its pictures and is idle.
        void taken?.then((giveBack) => setImmediate(giveBack))
        child.off('message', onMessage).off('exit', onExit).off('error', onError)
        if (outcome.end !== 'reply') stop()
        resolve(outcome)
      }
      const dead = (exitCode: number | null, signal: NodeJS.Signals | null = null) =>
        finish({ end: 'died', hadStarted: isReady, exitCode, signal, said })
      const onExit = dead
      const onError = (error: Error) => {
        said += error.message
        dead(null)
      }
      const onTimeout = () => finish({ end: 'timeout' })
      let timer = setTimeout(onTimeout, isReady ? timeoutMs : startTimeoutMs)
      const send = () => {
        clearTimeout(timer)
        timer = setTimeout(onTimeout, timeoutMs)
        const images = request.images.map(({ bytes, sourceType }) => ({ length: bytes.length, sourceType }))
        child.send({ ...request, images }, (error) => error && onError(error))
        // From here on only the pipe holds the bytes: a task takes seconds, and its pictures many megabytes.
        for (const { bytes } of request.images.splice(0)) toWorker.write(bytes)
      }
      const grant = async (bytes: number) => {
        clearTimeout(timer)
        taken = memory.take(bytes)
        await taken
        if (isDone) return
        timer = setTimeout(onTimeout, timeoutMs)
        child.send(granted, (error) => error && onError(error))
      }
      const onMessage = (message: unknown) => {
        if (message === 'ready') return send()
        const need = needSchema.safeParse(message)
        // A second request would extend the time limit.
        if (need.success && !taken) return void grant(need.data.needs)
        const reply = replySchema.safeParse(message)
        if (!reply.success) {
          said += reply.error.message
          return dead(null)
        }
        if ('drawn' in reply.data) {
          const { length } = reply.data.drawn
          return void received.take(length).then((drawn) => finish({ end: 'reply', reply: { drawn } }))
        }
        if (!('made' in reply.data)) return finish({ end: 'reply', reply: reply.data })
        const { made } = reply.data
        void takeFiles(made, received).then((files) =>
          finish({ end: 'reply', reply: { made: { ...made, files } } }),
        )
      }
      child.on('message', onMessage).on('exit', onExit).on('error', onError)
      if (isOver) return dead(child.exitCode)
      if (isReady) send()
    })

  return { work, stop, isUsable: () => !isOver, isReady: () => isReady, pid: child.pid }
}

/** Reads the files that a worker has announced. They follow one another in the order of `fileNames`. */
async function takeFiles({ files }: Announced, received: PieceBuffer): Promise<Made['files']> {
  const bytes = new Map<string, Buffer>()
  for (const name of fileNames) if (files[name]) bytes.set(name, await received.take(files[name].length))
  const fill = ({ contentType }: Announced['files']['view'], name: (typeof fileNames)[number]) => ({
    contentType,
    bytes: bytes.get(name) ?? Buffer.alloc(0),
  })
  const view = fill(files.view, 'view')
  return {
    view,
    thumbnail: fill(files.thumbnail, 'thumbnail'),
    jpeg: files.jpeg ? fill(files.jpeg, 'jpeg') : view,
    jpegSmall: fill(files.jpegSmall, 'jpegSmall'),
    preview: fill(files.preview, 'preview'),
    ...(files.narrow && { narrow: fill(files.narrow, 'narrow') }),
    ...(files.original && { original: fill(files.original, 'original') }),
  }
}

function pipeOf(child: ChildProcess, at: number): Socket {
  const pipe = child.stdio[at]
  if (!(pipe instanceof Socket)) throw new Error(`the worker has no pipe ${at}`)
  return pipe
}

/** Page lists are answered before images are prepared. */
function giveWay(child: ChildProcess): void {
  if (child.pid !== undefined) setPriority(child.pid, 5)
}

/** Cuts the bytes of a stream into exact lengths, which are taken one after the other. Awaited bytes are
 *  copied directly to their place, so that a picture is in memory once. */
export class PieceBuffer {
  /** Bytes that arrived before they were requested. */
  #early: Buffer[] = []
  #waiting: { bytes: Buffer; filled: number; done: (bytes: Buffer) => void } | null = null

  constructor(stream: Readable) {
    stream.on('data', (piece: Buffer) => {
      this.#early.push(piece)
      this.#fill()
    })
  }

  /** The next `length` bytes, once they have arrived. One call at a time. */
  take(length: number): Promise<Buffer> {
    return new Promise((done) => {
      this.#waiting = { bytes: Buffer.allocUnsafe(length), filled: 0, done }
      this.#fill()
    })
  }

  #fill(): void {
    const waiting = this.#waiting
    if (!waiting) return
    const { bytes } = waiting
    while (waiting.filled < bytes.length) {
      const piece = this.#early.shift()
      if (!piece) return
      const copied = piece.copy(bytes, waiting.filled)
      waiting.filled += copied
      if (copied < piece.length) this.#early.unshift(piece.subarray(copied))
    }
    this.#waiting = null
    waiting.done(bytes)
  }
}
