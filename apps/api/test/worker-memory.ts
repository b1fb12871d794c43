import { readFile } from 'node:fs/promises'
import sharp, { type Channels } from 'sharp'
import { startRenderProcess } from '../src/platform/renditions/render-process'
import { imageRenderer } from '../src/platform/renditions/renderer'
import { pngWithChunks, randomBytesOf } from './sample-images'

// Prints the peak memory of an image worker for the largest files that are accepted. Linux only.
// `cd apps/api && npx tsx test/worker-memory.ts`

const [width, height] = [7_071, 7_071]

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

const inputs: [name: string, make: () => Promise<Buffer>][] = [
  ['PNG, RGB', () => png(3)],
  ['PNG, RGBA', () => png(4)],
  ['PNG, RGBA, 16 bits', () => png(4, 16)],
  ['PNG, RGBA, linear gAMA', async () => linear(await png(4))],
  ['PNG, RGBA, 16 bits, linear gAMA', async () => linear(await png(4, 16))],
  [
    'JPEG, progressive',
    () =>
      sharp(noise(3, 8), { raw: { width, height, channels: 3 } })
        .jpeg({ progressive: true, quality: 70 })
        .toBuffer(),
  ],
]

for (const [name, make] of inputs) {
  const file = await make()
  const worker = startRenderProcess()
  const renderer = imageRenderer({
    ...{ slots: 1, maxWaiting: 1, memoryBytes: 1, maxCpuMs: 600_000, timeoutMs: 600_000, idleMs: 600_000 },
    start: () => worker,
  })
  const outcome = await renderer.render(file, { account: 'someone', network: 'somewhere' }).then(
    ({ files }) => `view of ${megabytes(files.view.bytes.length)} MB`,
    (error: unknown) => String(error),
  )
  const status = await readFile(`/proc/${worker.pid}/status`, 'utf8').catch(() => '')
  const peakKb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0)
  process.stdout.write(
    `${name}: ${megabytes(file.length)} MB, peak ${Math.round(peakKb / 1024)} MB, ${outcome}\n`,
  )
  renderer.stop()
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 ** 2)
}
