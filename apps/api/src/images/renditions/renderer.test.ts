import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { filledPage, pdfOf } from '@pinmark/testbed/test-pdf'
import { AppError } from '@pinmark/shared/errors'
import { noisePng, pngOf } from '../../../test/sample-images'
import { startRenderProcess, type RenderProcess } from './render-process'
import { imageRenderer, type Renderer, type RendererOptions, type Renditions } from './renderer'
import type { Waiter } from '../../base/fair-slots'

const started: RenderProcess[] = []
const renderers: Renderer[] = []

afterEach(() => {
  for (const renderer of renderers.splice(0)) renderer.stop()
  started.length = 0
  vi.unstubAllEnvs()
})

const someone = { account: 'someone', network: 'somewhere' }

interface GivenRenderer extends Renderer {
  render: (bytes: Buffer, waiter?: Waiter) => Promise<Renditions>
}

/** A renderer with real workers; `onStart` gets each new one. */
function givenRenderer(
  options: Partial<RendererOptions> = {},
  onStart?: (worker: RenderProcess) => void,
): GivenRenderer {
  const start = () => {
    const worker = startRenderProcess()
    started.push(worker)
    onStart?.(worker)
    return worker
  }
  const renderer = imageRenderer({
    slots: 2,
    maxWaiting: 16,
    // The least: every picture is prepared alone.
    memoryBytes: 1,
    maxCpuMs: 20_000,
    timeoutMs: 30_000,
    idleMs: 30_000,
    start,
    ...options,
  })
  renderers.push(renderer)
  return { ...renderer, render: (bytes, waiter = someone) => renderer.render(bytes, waiter) }
}

/** A drawing that takes long to draw. */
function turbulence(sidePx: number, { times }: { times: number }): Buffer {
  const size = `width="${sidePx}" height="${sidePx}"`
  const noise = '<feTurbulence baseFrequency="0.9" numOctaves="200"/>'.repeat(times)
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}><filter id="f">${noise}</filter><rect ${size} filter="url(#f)"/></svg>`,
  )
}

function isRunning({ pid }: RenderProcess): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    // No such process.
    return false
  }
}

test('an image whose worker is killed is prepared by another one', async () => {
  const renderer = givenRenderer()
  await renderer.render(await pngOf())
  const [first] = started

  const rendering = renderer.render(await noisePng(1_500, 1_500))
  await nextTurn()
  process.kill(first?.pid ?? 0, 'SIGKILL')

  expect(await rendering).toMatchObject({ width: 1_500, height: 1_500 })
  expect(started).toHaveLength(2)
})

test('an image that kills every worker is refused, and the next image is fine', async () => {
  const renderer = givenRenderer()
  const image = await noisePng(3_000, 3_000)

  const outcome = renderer.render(image).catch((error: unknown) => error)
  for (const round of [1, 2]) {
    await expect.poll(() => started.length).toBe(round)
    await expect.poll(() => started[round - 1]?.isReady()).toBe(true)
    process.kill(started[round - 1]?.pid ?? 0, 'SIGKILL')
  }

  expect(await outcome).toMatchObject({ code: 'image_not_supported', status: 415 })
  expect(await renderer.render(await pngOf())).toMatchObject({ width: 64, height: 48 })
})

test('an error of the worker itself is not attributed to the image', async () => {
  // A request that the worker refuses with an exception, as with an exception of its own.
  const renderer = givenRenderer({ maxCpuMs: 0 })

  const outcome = await renderer.render(await pngOf()).catch((error: unknown) => error)

  expect(outcome).toBeInstanceOf(Error)
  expect(outcome).not.toBeInstanceOf(AppError)
})

test('a killed idle worker does no harm', async () => {
  const renderer = givenRenderer()
  await renderer.render(await pngOf())
  process.kill(started[0]?.pid ?? 0, 'SIGKILL')

  expect(await renderer.render(await pngOf())).toMatchObject({ width: 64 })
})

test.each([
  ['time by the clock', { timeoutMs: 100 }],
  ['processor time', { maxCpuMs: 50 }],
])('an image that takes too much %s is refused and its worker ended', async (_case, options) => {
  const renderer = givenRenderer(options)
  const slow = await noisePng(2_000, 2_000)

  await expect(renderer.render(slow)).rejects.toMatchObject({ code: 'image_took_too_long', status: 503 })

  expect(started).toHaveLength(1)
  await expect.poll(() => started.some(isRunning)).toBe(false)
})

test('an endless drawing ends with its processor time, even if a thread is still running', async () => {
  const renderer = givenRenderer({ maxCpuMs: 2_000, timeoutMs: 600_000 })
  const endless = turbulence(3_000, { times: 20 })

  await expect(renderer.render(endless)).rejects.toMatchObject({ code: 'image_took_too_long' })

  await expect.poll(() => started.some(isRunning)).toBe(false)
})

test('the number of concurrent images is limited to the slots; beyond slots and queue they are refused', async () => {
  const renderer = givenRenderer({ slots: 2, maxWaiting: 3 })
  const image = await pngOf(600, 400)

  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => renderer.render(image)))

  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array(5).fill('fulfilled'),
    ...Array(3).fill('rejected'),
  ])
  expect(outcomes[7]).toMatchObject({ reason: { code: 'images_busy', status: 503, retryAfterSeconds: 5 } })
  expect(started.length).toBeLessThanOrEqual(2)
  expect(await renderer.render(image)).toMatchObject({ width: 600 })
})

test('pictures that need more memory together than allowed are prepared one after the other', async () => {
  const renderer = givenRenderer({ memoryBytes: 1 })
  const done: string[] = []
  const slow = renderer.render(turbulence(600, { times: 1 })).then(() => done.push('slow'))
  await expect.poll(() => started[0]?.isReady()).toBe(true)

  await Promise.all([slow, renderer.render(await pngOf()).then(() => done.push('quick'))])

  expect(done).toEqual(['slow', 'quick'])
})

test('while one picture takes all the memory, no worker is started for the next one', async () => {
  let end = () => {}
  const reply = { refused: 'image_not_supported', detail: '' } as const
  const start = vi.fn<() => RenderProcess>(() => ({
    work: async (_request, { memory }) => {
      const giveBack = await memory.take(1)
      await new Promise<void>((resolve) => (end = resolve))
      setImmediate(giveBack)
      return { end: 'reply', reply }
    },
    stop: () => undefined,
    isUsable: () => true,
    isReady: () => true,
    pid: undefined,
  }))
  const renderer = givenRenderer({ start })
  const png = await pngOf()
  const first = renderer.render(png).catch(() => 'first')
  await expect.poll(() => start).toHaveBeenCalled()

  const second = renderer.render(png).catch(() => 'second')
  await nextTurn()
  expect(start).toHaveBeenCalledOnce()
  end()
  expect(await first).toBe('first')
  await expect
    .poll(() => {
      end()
      return Promise.race([second, nextTurn()])
    })
    .toBe('second')

  expect(start).toHaveBeenCalledOnce()
})

test('an account that fills the queue does not make others wait for all its images', async () => {
  const renderer = givenRenderer({ slots: 1, maxWaiting: 3 })
  const image = await pngOf(600, 400)
  const ended: string[] = []
  const send = async (account: string, network: string) => {
    const outcome = await renderer.render(image, { account, network }).then(
      () => 'prepared',
      (error: unknown) => (error instanceof AppError ? error.code : 'failed'),
    )
    ended.push(`${account} ${outcome}`)
  }

  const flood = Array.from({ length: 6 }, () => send('flood', 'one'))
  await Promise.all([...flood, send('honest', 'another')])

  expect(ended.slice(0, 3)).toEqual(Array(3).fill('flood images_busy'))
  expect(ended.slice(3)).toEqual(['flood prepared', 'flood prepared', 'honest prepared', 'flood prepared'])
})

test('an idle worker ends itself', async () => {
  const renderer = givenRenderer({ idleMs: 10 })

  await renderer.render(await pngOf())

  await expect.poll(() => started.some(isRunning)).toBe(false)
  expect(await renderer.render(await pngOf())).toMatchObject({ width: 64 })
})

test('a warm worker does the next image', async () => {
  const renderer = givenRenderer()
  renderer.warm()
  renderer.warm()

  await renderer.render(await pngOf())

  expect(started).toHaveLength(1)
})

// Only Linux shows the environment of another process.
test.runIf(process.platform === 'linux')('a worker does not inherit the environment', async () => {
  vi.stubEnv('PINMARK_TEST_SECRET', 'hidden')
  givenRenderer().warm()
  const [worker] = started
  await expect.poll(() => worker?.isReady()).toBe(true)

  const environment = await readFile(`/proc/${worker?.pid}/environ`, 'utf8')

  expect(environment).toContain('MALLOC_ARENA_MAX')
  expect(environment).not.toContain('PINMARK_TEST_SECRET')
})

test('a waiting task has read no picture yet', async () => {
  const renderer = givenRenderer({ slots: 1 })
  const waiter = { account: 'someone', network: 'somewhere' }
  let reads = 0
  const read = async () => {
    reads += 1
    return pngOf()
  }

  const readsBefore = renderer.render(await noisePng(1_000, 1_000)).then(() => reads)
  const others = [renderer.drawPins(read, [], waiter), renderer.listChanges(read, read, waiter)]

  // The next task may have begun before the end of the first is reported.
  expect(await readsBefore).toBeLessThanOrEqual(1)
  await Promise.all(others)
  expect(reads).toBe(3)
})

/** A worker that notes its tasks and ends none of them before `end`. */
function givenHeldWorkers(): { begun: string[]; start: () => RenderProcess; end: () => void } {
  const begun: string[] = []
  const held: (() => void)[] = []
  const start = (): RenderProcess => ({
    work: async ({ task }) => {
      begun.push(task.kind)
      await new Promise<void>((resolve) => held.push(resolve))
      return { end: 'reply', reply: { refused: 'image_damaged', detail: '' } }
    },
    stop: () => undefined,
    isUsable: () => true,
    isReady: () => true,
    pid: undefined,
  })
  return { begun, start, end: () => held.splice(0).forEach((release) => release()) }
}

test.each<[string, (renderer: Renderer, image: Buffer) => Promise<unknown>, string]>([
  [
    'comparisons',
    (renderer, image) => renderer.listChanges(image, image, { account: 'guests', network: 'one' }),
    'changes',
  ],
  [
    'exports with pins',
    (renderer, image) => renderer.drawPins(image, [], { account: 'guests', network: 'one' }),
    'draw',
  ],
  [
    'pages of PDFs',
    (renderer) => renderer.listPages(pdfOf([filledPage(60, 40, [1, 0, 0])]), someone, { hasPictures: false }),
    'pages',
  ],
])('any number of %s leave a slot to an upload', async (_tasks, ask, kind) => {
  const { begun, start, end } = givenHeldWorkers()
  const renderer = givenRenderer({ start })
  const image = await pngOf()

  const asked = Array.from({ length: 5 }, () => ask(renderer, image).catch(() => 'ended'))
  await expect.poll(() => begun).toEqual([kind])
  const upload = renderer.render(image).catch(() => 'ended')

  await expect.poll(() => begun).toEqual([kind, 'render'])
  expect(renderer.load()).toEqual({ running: 2, waiting: 4 })
  await expect
    .poll(() => {
      end()
      return Promise.race([Promise.all([upload, ...asked]), nextTurn()])
    })
    .toHaveLength(6)
})
