import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { call, givenProject, mustCall, newComment } from '@pinmark/testbed/client'
import { sharedBytesOfAll, watchMemory } from '@pinmark/testbed/process-memory'
import { atMost, figure, median, type Figure } from '../figure'
import { halfMegabyteViewPicture } from '../picture'
import type { Bench, Row } from '../row'
import { startSite, type Site } from '../site'

const visitors = 8
/** Pause between two calls of a visitor. At this rate an hour is a busy afternoon, not a flood. */
const pauseMs = { quick: 0, full: 2_000 }
const loadSeconds = { quick: 30, full: 3_600 }
const preload = fileURLToPath(new URL('../preload/collected-memory.mjs', import.meta.url))
/** Warm-up, until code is compiled and caches are full. The slope is measured after it. */
const warmUpSeconds = 600
/** At first the visitors do not pause, and upload nothing. V8 compiles code after thousands of calls, and compiled code
 *  counts as heap: with pauses alone it grew by 1.1 MB in the hour, and two heap snapshots differed in nothing else. */
const hurrySeconds = { quick: 0, full: 120 }
/** Image workers end after half a minute without work. */
const restSeconds = 40
const sampleMs = 1_000
const minuteMs = 60_000
const megabyte = 2 ** 20

/** Memory of the server and its image workers, without the database, which is a separate program. Pages that the
 *  processes share, such as the code of Node, count once. */
export const p15: Row = {
  id: 'P15',
  work: 'memory of the server and its image workers under mixed load (open, view, comment, list, upload, delete, log in)',
  beside: 'nothing',
  deadlineSeconds: { quick: 300, full: 4_200 },
  run: async (bench) => {
    const collected = join(bench.folder, 'collected')
    const site = await startSite(bench, {
      environment: { COLLECTED_MEMORY_FILE: collected },
      nodeOptions: ['--import', preload],
    })
    const { pid } = site.instance
    const memory = watchMemory(pid)
    bench.afterwards(() => memory.stop())
    const resident = await underLoad(bench, site)
    await pause(restSeconds * 1_000)
    const { server, worker, all, allShared } = memory.peaks()
    const heap = bench.size === 'full' ? await readMegabytes(collected) : []
    return [
      figure({
        what: `${restSeconds} s after ${loadSeconds[bench.size]} s of load by ${visitors} visitors`,
        unit: 'MB',
        ours: [sharedBytesOfAll(pid) / megabyte],
        peer: null,
        judge: atMost(180),
      }),
      figure({
        what: 'the most meanwhile',
        unit: 'MB',
        ours: [allShared / megabyte],
        peer: null,
        judge: atMost(280),
        note:
          `resident: the server alone at most ${inMegabytes(server)} MB, an image worker ${inMegabytes(worker)} MB, ` +
          `all together ${inMegabytes(all)} MB with the pages that they share counted for each`,
      }),
      ...growth('of the JavaScript heap, after a full garbage collection each minute', heap),
      ...growth('of the resident memory of the server, by the median of each minute', resident),
    ]
  },
}

/** @param minutes a value for each minute, in MB */
function growth(what: string, minutes: readonly number[]): Figure[] {
  const slope = slopePerHour(minutes.slice(warmUpSeconds / 60))
  if (slope === null) return []
  const from = `growth ${what}, from the tenth minute on`
  return [figure({ what: from, unit: 'MB an hour', ours: [slope], peer: null, judge: atMost(1) })]
}

function inMegabytes(bytes: number): string {
  return (bytes / megabyte).toFixed(0)
}

/** Collects all garbage of the server once a minute. Its resident memory varies by 10 MB with the work in
 *  progress.
 *  @returns the median resident memory of the server in each whole minute, in MB */
async function underLoad(bench: Bench, site: Site): Promise<number[]> {
  const minutes: number[] = []
  let samples: number[] = []
  const sampler = setInterval(() => {
    void site.instance.rssBytes().then((bytes) => {
      samples.push(bytes / megabyte)
      if (samples.length < minuteMs / sampleMs) return
      minutes.push(median(samples))
      bench.onProgress(`minute ${minutes.length}: ${median(samples).toFixed(1)} MB`)
      samples = []
    })
  }, sampleMs)
  const collector = setInterval(() => process.kill(site.instance.pid, 'SIGUSR2'), minuteMs)
  const start = performance.now()
  const hurryEnd = start + hurrySeconds[bench.size] * 1_000
  const end = start + loadSeconds[bench.size] * 1_000
  try {
    const picture = await halfMegabyteViewPicture()
    const shared = await givenProject(site.url, site.owner, { image: picture })
    const visit = async (visitor: number) => {
      for (let count = visitor; performance.now() < end; count += 1) {
        const hurries = performance.now() < hurryEnd
        if (!hurries || !isUpload(count))
          await oneOf(site, { projectId: shared._id, imageId: shared.thumbnail }, picture, count)
        await pause(hurries ? 0 : pauseMs[bench.size])
      }
    }
    await Promise.all(Array.from({ length: visitors }, (_, visitor) => visit(visitor * 7)))
  } finally {
    clearInterval(sampler)
    clearInterval(collector)
  }
  return minutes
}

async function readMegabytes(file: string): Promise<number[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  return lines.map((line) => Number(line) / megabyte)
}

/** The calls of a hundred turns: 60 open the project, 20 load its view, 10 comment, 6 list projects, 2 upload a
 *  project and delete it again, 2 log in. */
async function oneOf(
  { url, owner }: Site,
  { projectId, imageId }: { projectId: string; imageId: string },
  picture: Buffer,
  count: number,
): Promise<void> {
  const { token, email, password } = owner
  const turn = turnOf(count)
  if (turn < 60) await mustCall(200, `${url}/projects/${projectId}?image=none&comments=200`)
  else if (turn < 80) await call(`${url}/images/${imageId}/view`, { as: 'bytes' })
  else if (turn < 90)
    await mustCall(201, `${url}/comment/add/${projectId}`, { method: 'POST', body: newComment() })
  else if (turn < 96) await mustCall(200, `${url}/projects`, { token })
  else if (isUpload(count)) {
    const { _id } = await givenProject(url, owner, { image: picture })
    await mustCall(200, `${url}/projects/${_id}`, { method: 'DELETE', token })
  } else await mustCall(200, `${url}/users/login`, { method: 'POST', body: { email, password } })
}

/** 0 to 99, mixed. */
const turnOf = (count: number) => (count * 37) % 100
const isUpload = (count: number) => [96, 97].includes(turnOf(count))

/** Slope of the least-squares line, of values one minute apart; null for fewer than two. */
function slopePerHour(minutes: readonly number[]): number | null {
  if (minutes.length < 2) return null
  const middle = (minutes.length - 1) / 2
  const mean = minutes.reduce((sum, value) => sum + value, 0) / minutes.length
  const covariance = minutes.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0)
  const variance = minutes.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return (covariance / variance) * 60
}
