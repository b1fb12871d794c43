import { Socket } from 'node:net'
import sharp from 'sharp'
import { AppError } from '@pinmark/shared/errors'
import { cutSpots } from './cut-spots'
import { drawPins } from './draw-pins'
import { makePageRenditions, makeRenditions } from './make-renditions'
import { listPages } from './pdf-thread'
import { PieceBuffer } from './render-process'
import {
  announcedRequestSchema,
  endSignals,
  fileNames,
  granted,
  maxWorkerBytes,
  pipes,
  type AnnouncedReply,
  type Made,
  type Need,
  type SourceImage,
  type Reply,
  type Task,
} from './renditions'
import { changesBetween, differencesBetween } from '@pinmark/follow/differences'
import { followPlaces } from '@pinmark/follow/follow-places'
import { sharedRows } from '@pinmark/follow/shared-rows'
import type { Picture } from '@pinmark/follow/picture'
import { decodeImage } from './decode-image'

// A separate process, so that untrusted bytes can harm only this decoder and not the API.

sharp.cache(false)
// One thread per operation, because the renditions of one image are already made in parallel.
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}Buffer`),
})

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ignores signals of Ctrl-C and of a service manager, which reach the whole group. The API finishes its
// accepted work and then disconnects.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

const input = new Socket({ fd: pipes.toWorker, readable: true, writable: false })
const output = new Socket({ fd: pipes.fromWorker, readable: false, writable: true })
const received = new PieceBuffer(input)

let goOn: () => void = () => undefined
process.on('message', (message) => {
  if (message === granted) return goOn()
  void answer(message).then((reply) => {
    process.send?.(reply)
    collectGarbage()
  })
})
process.send?.('ready')

async function answer(message: unknown): Promise<AnnouncedReply> {
  const { task, images: announced, maxCpuMs } = announcedRequestSchema.parse(message)
  const images: SourceImage[] = []
  for (const { length, sourceType } of announced)
    images.push({ bytes: await received.take(length), sourceType })
  const [first, second] = images
  if (!first) throw new Error('a task needs an image')
  const watch = keepWithin(maxCpuMs)
  let room: Promise<void> | undefined
  const takeRoom = (bytes: number) =>
    (room ??= new Promise((resolve) => {
      goOn = resolve
      process.send?.({ needs: Math.ceil(bytes) } satisfies Need)
    }))
  try {
    if (task.kind === 'render')
      return {
        made: send(
          await makeRenditions(first.bytes, first.sourceType, {
            ...{ isDesign: task.isDesign, takeRoom, svg: second?.bytes },
          }),
        ),
      }
    if (task.kind === 'page')
      return { made: send(await makePageRenditions(first.bytes, task.page, takeRoom)) }
    if (task.kind === 'pages') return { listed: await listPages(first.bytes, task.hasPictures) }
    if (task.kind === 'draw') {
      const png = await drawPins(first, task.pins)
      output.write(png)
      return { drawn: { length: png.length } }
    }
    if (task.kind === 'cut') return { cut: await cutSpots(first, task.spots) }
    if (!second) throw new Error('a comparison needs two images')
    return await comparePictures(task, first, second)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const detail = error.cause instanceof Error ? error.cause.message.slice(0, 1_000) : ''
    return { refused: error.code, params: error.params, detail }
  } finally {
    clearInterval(watch)
  }
}

/** Frees the pictures of the last task. They are outside of the heap, which hardly grows, so V8 would keep them. */
function collectGarbage(): void {
  setImmediate(() => globalThis.gc?.())
}

/** Writes the bytes of all files. @returns their announcement */
function send({ files, ...facts }: Made): Extract<AnnouncedReply, { made: unknown }>['made'] {
  const isJpegApart = files.jpeg !== files.view
  for (const name of fileNames) {
    if (files[name] && (name !== 'jpeg' || isJpegApart)) output.write(files[name].bytes)
  }
  const announce = ({ contentType, bytes }: Made['files']['view']) => ({ contentType, length: bytes.length })
  return {
    ...facts,
    files: {
      view: announce(files.view),
      thumbnail: announce(files.thumbnail),
      ...(isJpegApart && { jpeg: announce(files.jpeg) }),
      jpegSmall: announce(files.jpegSmall),
      preview: announce(files.preview),
      ...(files.narrow && { narrow: announce(files.narrow) }),
      ...(files.original && { original: announce(files.original) }),
    },
  }
}

/** Decoding and encoding run on other threads, so this one is free to check the processor time and the memory. A
 *  comparison runs on this thread: the API ends it after its time by the clock. */
function keepWithin(maxCpuMs: number): NodeJS.Timeout {
  const start = process.cpuUsage()
  return setInterval(() => {
    const { user, system } = process.cpuUsage(start)
    if ((user + system) / 1_000 > maxCpuMs) process.kill(process.pid, endSignals.time)
    if (process.memoryUsage.rss() > maxWorkerBytes) process.kill(process.pid, endSignals.memory)
  }, 25)
}

/** Decodes two versions of a design and follows places from one to the other, or lists the changes and the
 *  rows that both have; or a design and its build, and measures their differences.
 *  @throws AppError too_many_pixels, image_not_supported, image_damaged */
async function comparePictures(
  task: Extract<Task, { kind: 'follow' | 'changes' | 'differences' }>,
  before: SourceImage,
  after: SourceImage,
): Promise<Extract<Reply, { followed: unknown } | { changes: unknown } | { differences: unknown }>> {
  const [from, to] = await Promise.all([decodePicture(before), decodePicture(after)])
  if (task.kind === 'changes') return { changes: changesBetween(from, to), runs: sharedRows(from, to) }
  if (task.kind === 'differences')
    return { differences: differencesBetween(from, to), runs: sharedRows(from, to) }
  return { followed: followPlaces(from, to, task.places) }
}

async function decodePicture({ bytes, sourceType }: SourceImage): Promise<Picture> {
  const { data, width, height, channels } = await decodeImage(bytes, sourceType, { isOnWhite: true })
  return { data, width, height, channels: channels === 1 ? 1 : 3 }
}
