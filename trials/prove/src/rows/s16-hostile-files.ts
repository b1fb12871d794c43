import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { call, givenOwner, type Owner } from '@pinmark/testbed/client'
import { watchMemory } from '@pinmark/testbed/process-memory'
import type { Random } from '@pinmark/testbed/random'
import { givenCanaries } from '../canaries'
import { damageFile } from '../images/damaged'
import { drawingBombs, reachingDrawings, soundDrawings } from '../images/hostile-drawings'
import { pdfBombs, reachingPdfs, soundPdfs } from '../images/hostile-pdfs'
import { quarters } from '../images/quarters'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'
import { weakenedBy } from '../weakened'

/** Number of all files. Those that are not written by hand are damaged. */
const counts = { quick: 150, everyday: 500, long: 100_000 }
const megabyte = 1024 * 1024
const serverMaxBytes = 300 * megabyte
/** The memory at which a worker stops itself, and what it may use in addition between two checks. */
const workerMaxBytes = 1_200 * megabyte
const clearRefusals = new Set([
  ...['image_not_supported', 'too_many_pixels', 'image_took_too_long', 'image_too_large'],
  ...[
    'image_damaged',
    'image_cut_off',
    'svg_not_drawable',
    'pdf_not_readable',
    'pdf_locked',
    'name_and_image_required',
    'image_empty',
    'too_many_pages',
  ],
])

/** Drawings and documents that refer to external content, expand, contain scripts, or are damaged. */
export const hostileFiles: Promised = {
  id: 'S16',
  promise: 'No SVG or PDF reads a file, calls an address or ends the server',
  shownBy:
    'SVGs and PDFs are damaged or hostile: bombs, scripts, and every kind of reference to canary files ' +
    'and to a canary server.',
  target: '500 files, 0 canaries touched, 0 errors of the server, memory below its cap',
  isQuick: false,
  isAlone: true,
  try: (trial) => run(trial, counts[trial.size], 'from memory'),
  control: {
    without: 'with drawings loaded from a file in the folder of the canaries',
    try: (trial) => run(trial, 0, 'from files'),
  },
}

interface HostileFile {
  kind: string
  bytes: Buffer
}

async function run(trial: Trial, count: number, drawn: 'from memory' | 'from files'): Promise<Finding> {
  const canaries = await givenCanaries(trial)
  const weakened = weakenedBy('draw-from-files').map((option) =>
    option.replace(/\.mjs$/, `.mjs?folder=${encodeURIComponent(canaries.folder)}`),
  )
  const api = await givenInstance(trial, {}, 'instance', drawn === 'from files' ? weakened : [])
  const owner = await givenOwner(api.url)
  const { pid } = api
  const memory = watchMemory(pid)
  trial.afterwards(async () => memory.stop())

  const reaching = [pathToFileURL(canaries.folder).href, canaries.folder, '.', canaries.address].flatMap(
    (origin) => [...named(reachingDrawings(origin), origin), ...named(reachingPdfs(origin), origin)],
  )
  const png = await quarters().png().toBuffer()
  const bombs = count === 0 ? [] : [...named(drawingBombs(png)), ...named(pdfBombs())]
  const files = [...reaching, ...bombs, ...damaged(trial.random, png, count - reaching.length - bombs.length)]
  const tally = { shown: 0, refused: 0 }
  const wrong: string[] = []
  await inParallel(files, 4, async ({ kind, bytes }) => {
    const outcome = await send(api.url, owner, bytes)
    if (outcome === 'shown') tally.shown += 1
    else if (clearRefusals.has(outcome)) tally.refused += 1
    else wrong.push(`${kind}: ${outcome}`)
  })

  const { calls, reads } = await canaries.touched()
  const { server, worker } = memory.peaks()
  const { status } = await call(`${api.url}/readyz`)
  const isAlive = api.isRunning && api.pid === pid && status === 200
  return {
    held:
      isAlive &&
      calls + reads.length + wrong.length === 0 &&
      server < serverMaxBytes &&
      worker > 0 &&
      worker < workerMaxBytes,
    figure:
      `${calls + reads.length} canaries touched by ${files.length} files; ${tally.shown} shown, ${tally.refused} refused ` +
      `by name, ${wrong.length} otherwise; at most ${toMb(server)} MB in the server, ${toMb(worker)} MB in an image worker`,
    details: [...reads.map((name) => `${name} was read`), ...wrong].slice(0, 20).join('\n'),
  }
}

function named(files: Record<string, Buffer>, origin = ''): HostileFile[] {
  return Object.entries(files).map(([kind, bytes]) => ({ kind: `${kind} ${origin}`.trim(), bytes }))
}

function damaged(random: Random, png: Buffer, count: number): HostileFile[] {
  const sound = [...soundDrawings(png), ...soundPdfs()]
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
    const source = sound[at % sound.length]
    if (!source) throw new Error('There is nothing to damage.')
    return { kind: `damaged (${at})`, bytes: damageFile(source, random) }
  })
}

/** Sends a file, and repeats it while too many are in progress.
 *  @returns `shown`, the code of the refusal, or the error */
async function send(url: string, owner: Owner, bytes: Buffer): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await sendOnce(url, owner, bytes)
    // A reused connection can be closed at that moment.
    const isWorthAnother = outcome === 'images_busy' || /EPIPE|ECONNRESET/.test(outcome)
    if (!isWorthAnother || attempt === 20) return outcome
    await pause(1_000)
  }
}

async function sendOnce(url: string, { token }: Owner, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.set('name', 'Hostile')
  form.set('image', new Blob([new Uint8Array(bytes)]), 'design')
  try {
    const options = { method: 'POST', token, form, timeoutMs: 180_000 }
    const { status, headers } = await call(`${url}/projects`, options)
    return status === 201 ? 'shown' : (headers.get('x-error-code') ?? `status ${status}`)
  } catch (error) {
    return error instanceof Error ? `${error.message}: ${String(error.cause)}` : 'no answer'
  }
}

function toMb(bytes: number): number {
  return Math.round(bytes / megabyte)
}
