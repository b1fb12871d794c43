import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { call, givenOwner, givenProject, type Owner } from '@pinmark/testbed/client'
import { drawDesign, drawNoise } from '@pinmark/testbed/test-image'
import { bearer } from '../calls/test-project'
import { sendRequest } from '../http-request'
import { givenServer } from '../given-server'
import { HeldUploads } from '../held-uploads'
import type { Finding, Promised, Trial } from '../promise'
import { SlowReaders } from '../slow-readers'
import { SlowSockets } from '../slow-sockets'
import { weakenedBy } from '../weakened'

const seconds = { quick: 8, everyday: 15, long: 3_600 }
const megabyte = 1024 * 1024
const maxBytes = 300 * megabyte
const abusersAtOnce = 4

/** All at once: images that decompress to far more than their size, uploads that stop or are aborted, and slow
 *  connections. */
export const flatMemory: Promised = {
  id: 'R9',
  promise: 'Memory stays flat under abuse, and no process is left behind',
  shownBy:
    'All of these run at once: image bombs, broken images, uploads that stop half way and are aborted, ' +
    'wide JSON of the size of an upload, slow senders, and slow readers of a picture and of a picture ' +
    'with pins. The heap is at most 512 MB.',
  target: 'less than 300 MB (RSS of the server), 0 processes left',
  isQuick: false,
  isAlone: true,
  try: (trial) => run(trial, { heldMb: 24, breakOffMs: 3_000, environment: {}, nodeOptions: [] }),
  control: {
    without:
      'with a limit of 200 MB per upload, all uploads held to the end, and answers written regardless of their readers',
    try: (trial) =>
      run(trial, {
        heldMb: 150,
        breakOffMs: 600_000,
        environment: { MAX_UPLOAD_MB: '200' },
        nodeOptions: weakenedBy('forget-readers'),
      }),
  },
}

interface Abuse {
  heldMb: number
  breakOffMs: number
  environment: Record<string, string>
  nodeOptions: string[]
}

async function run(trial: Trial, { heldMb, breakOffMs, environment, nodeOptions }: Abuse): Promise<Finding> {
  const { api } = await givenServer(trial, {
    environment: { TRUST_PROXY: '1', ...environment },
    nodeOptions: ['--max-old-space-size=512', ...nodeOptions],
  })
  const image = await drawNoise(trial.random, 1_800)
  const owner = await givenOwner(api.url)
  const picture = await givenProject(api.url, owner, { image })
  const slow = new SlowSockets(api.port, 200)
  const readers = new SlowReaders(api.port, `/projects/${picture._id}`, 200)
  const exporters = new SlowReaders(api.port, `/projects/${picture._id}/export?format=png`, 60)
  const held = new HeldUploads(api.port, owner.token, heldMb * megabyte, breakOffMs)
  trial.afterwards(async () => slow.close())
  trial.afterwards(async () => readers.close())
  trial.afterwards(async () => exporters.close())
  trial.afterwards(async () => held.close())

  const over = new AbortController()
  let peak = await api.rssBytes()
  const start = peak
  const watch = setInterval(() => {
    void api.rssBytes().then((bytes) => (peak = Math.max(peak, bytes)))
  }, 50)
  trial.afterwards(async () => clearInterval(watch))
  const counts = new Map<number, number>()
  const abuse = async (images: readonly Buffer[]) => {
    while (!over.signal.aborted) {
      const status = await upload(api.url, owner, trial.random.pick(images))
      counts.set(status, (counts.get(status) ?? 0) + 1)
      if (status === 503) await pause(200)
    }
  }
  const images = await badImages(trial)
  const wide = async () => {
    const body = `{"name":"x","image":"a","z":[${'[],'.repeat(4_600_000)}[]]}`
    const headers = { ...bearer(owner), 'Content-Type': 'application/json' }
    while (!over.signal.aborted) {
      const { status } = await sendRequest(api.url, { method: 'POST', path: '/projects', headers, body })
      counts.set(status, (counts.get(status) ?? 0) + 1)
      await pause(1_000)
    }
  }
  const abusers = Promise.all([wide(), ...Array.from({ length: abusersAtOnce }, () => abuse(images))])
  await pause(seconds[trial.size] * 1_000)
  over.abort()
  await abusers
  slow.close()
  readers.close()
  exporters.close()
  held.close()
  clearInterval(watch)
  await pause(1_000)
  const left = await deadChildren(api.pid)
  const { status } = await call(`${api.url}/readyz`)
  const answers = [...counts].map(([code, count]) => `${count} × ${code}`).join(', ')
  const hasFailed = [...counts.keys()].some((code) => code === 500)
  return {
    held: peak < maxBytes && left === 0 && status === 200 && !hasFailed && held.sentBytes > maxBytes,
    figure: `at most ${Math.round(peak / megabyte)} MB, ${Math.round(start / megabyte)} MB before; ${left} processes left; ${Math.round(held.sentBytes / megabyte)} MB of held uploads, uploads answered ${answers}`,
  }
}

/** They take seconds to render. The control sends the same ones. */
let large: Promise<Buffer[]> | undefined

async function largeImages(): Promise<Buffer[]> {
  const bomb = await drawDesign({ width: 12_000, height: 12_000 })
  const heavy = await drawDesign({ width: 6_900, height: 6_900 })
  return [bomb.buffer, heavy.buffer]
}

async function badImages({ random }: Trial): Promise<Buffer[]> {
  large ??= largeImages()
  const noise = await drawNoise(random, 300)
  const [half, scratched] = [noise.subarray(0, noise.length / 2), Buffer.from(noise)]
  random.bytes(2_000).copy(scratched, 10_000)
  return [...(await large), half, scratched]
}

async function upload(url: string, { token }: Owner, image: Buffer): Promise<number> {
  const form = new FormData()
  form.set('name', 'Abuse')
  form.set('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'design.png')
  const options = { method: 'POST', token, form, timeoutMs: 60_000 }
  return (await call(`${url}/projects`, options)).status
}

/** Zombie processes: children that ended and were not waited for (Linux). */
async function deadChildren(pid: number): Promise<number> {
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const states = await Promise.all(
    entries.map(async (entry) => {
      // The process name, in brackets, may contain anything. State and parent come after the last bracket.
      const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    }),
  )
  return states.filter(([state, parent]) => state === 'Z' && Number(parent) === pid).length
}
