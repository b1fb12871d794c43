import { readFile } from 'node:fs/promises'
import { filledPage, pdfOf } from '@pinmark/testbed/test-pdf'
import sharp, { type Channels, type Sharp } from 'sharp'
import { startRenderProcess } from '../src/images/renditions/render-process'
import { imageRenderer, type Renderer } from '../src/images/renditions/renderer'
import { nestedGroupsPdf } from './nested-groups-pdf'
import { pngWithChunks, randomBytesOf } from './sample-images'

// Prints the peak memory of an image worker for the largest files that are accepted, and for the largest comparison.
// Linux only. `cd apps/api && npx tsx test/worker-memory.ts`; with a word, only the tasks that begin with it.

const [width, height] = [7_071, 7_071]
const waiter = { account: 'someone', network: 'somewhere' }

function noise(channels: Channels, depth: 8 | 16): Buffer {
  const random = randomBytesOf(1)
  // Repeated within the window of Deflate, so that the file is no larger than an upload may be.
  const piece = Buffer.from(Array.from({ length: 1 << 13 }, () => random()))
  return Buffer.alloc((width * height * channels * depth) / 8, piece)
}

function png(channels: Channels, depth: 8 | 16 = 8): Promise<Buffer> {
  const bytes = noise(channels, depth)
  const values = depth === 16 ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2) : bytes
  return sharp(values, { raw: { width, height, channels } })
    .toColourspace(depth === 16 ? 'rgb16' : 'srgb')
    .png({ compressionLevel: 1 })
    .toBuffer()
}

const linear = (file: Buffer) => pngWithChunks(file, [['gAMA', Buffer.from([0, 1, 0x86, 0xa0])]])

const largeJpeg = () =>
  sharp(noise(3, 8), { raw: { width, height, channels: 3 } })
    .jpeg({ progressive: true, quality: 70 })
    .toBuffer()

/** Drawn at twice its size. Each of the nested groups needs pixels of its own. */
function svg(depth: number): Buffer {
  const drawing = '<rect width="3500" height="3500" fill="url(#g)"/>'
  const groups = '<g opacity=".9">'.repeat(depth) + drawing + '</g>'.repeat(depth)
  const gradient =
    '<linearGradient id="g"><stop stop-color="#c20"/><stop offset="1" stop-color="#02c"/></linearGradient>'
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="3500" height="3500"><defs>${gradient}</defs>${groups}</svg>`,
  )
}

/** An upload, as a task of a worker. */
const upload = (make: () => Buffer | Promise<Buffer>) => async (renderer: Renderer) => {
  const { files } = await renderer.render(await make(), waiter)
  return `view of ${megabytes(files.view.bytes.length)} MB`
}

async function compare(renderer: Renderer, change: (picture: Sharp) => Sharp): Promise<string> {
  const before = await png(3)
  const after = await change(sharp(before, { limitInputPixels: false }))
    .png({ compressionLevel: 1 })
    .toBuffer()
  const { changes } = await renderer.listChanges(before, after, waiter)
  return `${changes.length} changes`
}

const half = Math.floor(height / 2)
const shifted = (picture: Sharp) =>
  picture.extract({ left: 0, top: 100, width, height: height - 100 }).extend({ top: 0, bottom: 100 })
const patch = {
  input: { create: { width, height: half, channels: 3, background: '#c20' } as const },
  top: 0,
  left: 0,
}

const tasks: [name: string, run: (renderer: Renderer) => Promise<string>][] = [
  ['PNG, RGB', upload(() => png(3))],
  ['PNG, RGBA', upload(() => png(4))],
  ['PNG, RGBA, 16 bits', upload(() => png(4, 16))],
  ['PNG, RGBA, linear gAMA', upload(async () => linear(await png(4)))],
  ['PNG, RGBA, 16 bits, linear gAMA', upload(async () => linear(await png(4, 16)))],
  ['JPEG, progressive', upload(largeJpeg)],
  ['SVG', upload(() => svg(0))],
  ['SVG, a transparent group', upload(() => svg(1))],
  ['SVG, 8 nested groups', upload(() => svg(8))],
  ['PDF', upload(() => pdfOf([filledPage(3_500, 3_500, [0.8, 0.2, 0])]))],
  ['PDF, a transparent group', upload(() => nestedGroupsPdf(1))],
  ['PDF, 2 nested groups', upload(() => nestedGroupsPdf(2))],
  ['PDF, 8 nested groups', upload(() => nestedGroupsPdf(8))],
  [
    'Comparison, half of it repainted',
    (renderer) => compare(renderer, (picture) => picture.composite([patch])),
  ],
  ['Comparison, moved up', (renderer) => compare(renderer, shifted)],
  [
    'Picture with pins',
    async (renderer) => {
      const pin = { number: 1, x: 100, y: 100, look: 'open' } as const
      return `${megabytes((await renderer.drawPins(await png(3), [pin], waiter)).length)} MB`
    },
  ],
]

const only = process.argv[2] ?? ''
for (const [name, run] of tasks.filter(([known]) => known.startsWith(only))) {
  const worker = startRenderProcess()
  let peakKb = 0
  const sample = async () => {
    const status = await readFile(`/proc/${worker.pid}/status`, 'utf8').catch(() => '')
    peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
  }
  const watch = setInterval(() => void sample(), 5)
  const renderer = imageRenderer({
    ...{ slots: 1, maxWaiting: 1, memoryBytes: 1, maxCpuMs: 600_000, timeoutMs: 600_000, idleMs: 600_000 },
    start: () => worker,
  })
  const outcome = await run(renderer).catch(String)
  await new Promise((resolve) => setTimeout(resolve, 50))
  clearInterval(watch)
  process.stdout.write(`${name}: peak ${Math.round(peakKb / 1024)} MB, ${outcome}\n`)
  renderer.stop()
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 ** 2)
}
