import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { call, givenOwner, givenProject, type Owner } from '@pinmark/testbed/client'
import { drawDesign, drawNoise } from '@pinmark/testbed/test-image'
import { givenHeavyProject } from '../calls/heavy-reads'
import { bearer, newGuest } from '../calls/test-project'
import { jsonRequest, sendRequest } from '../http-request'
import { givenServer } from '../given-server'
import { HeldUploads } from '../held-uploads'
import { LeavingSenders } from '../leaving-senders'
import type { Finding, Promised, Trial } from '../promise'
import { SlowReaders } from '../slow-readers'
import { SlowSockets } from '../slow-sockets'
import { weakenedBy } from '../weakened'

const seconds = { quick: 8, everyday: 15, long: 3_600 }
const megabyte = 1024 * 1024
const maxBytes = 300 * megabyte
/** While long answers are left unread too. */
const maxBytesThen = 400 * megabyte
const abusersAtOnce = 4
/** Four uploads of one account wait in one line, each behind a picture of seconds and an export of seconds. */
const uploadWithinMs = 180_000

/** At once: images that decompress to far more than their size, uploads that stop or are aborted, and slow connections.
 *  Then live pages and long comments that nobody reads, and senders that leave before they are answered. */
export const flatMemory: Promised = {
  id: 'R9',
  promise: 'Memory stays flat under abuse, and no process is left behind',
  shownBy:
    'All of these run at once: image bombs, broken images, uploads that stop half way and are aborted, ' +
    'wide JSON of the size of an upload, slow senders, and slow readers of a picture and of a picture ' +
    'with pins. Then, beside the images and the JSON: slow readers of a project with megabytes of ' +
    'comments, live pages that do not read while comments with megabytes of replies change, and ' +
    'senders of uploads, of forms above the limit and of two requests for live events at once who ' +
    'leave before the answer. The heap is at most 512 MB.',
  target:
    'less than 300 MB (RSS of the server), then less than 400 MB; 0 processes left; the account whose ' +
    'senders left can upload again',
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
  const heavy = await givenHeavyProject(api.url, owner)
  const authors = heavy.threads.flatMap((thread) => thread.authors)
  // What the preparation took is not part of the abuse.
  await api.end('SIGTERM')
  await api.start()
  const slow = new SlowSockets(api.port, 200)
  const readers = new SlowReaders(api.port, `/projects/${picture._id}`, 200)
  const exporters = new SlowReaders(api.port, `/projects/${picture._id}/export?format=png`, 60)
  const held = new HeldUploads(api.port, owner.token, heldMb * megabyte, breakOffMs)
  trial.afterwards(async () => slow.close())
  trial.afterwards(async () => readers.close())
  trial.afterwards(async () => exporters.close())
  trial.afterwards(async () => held.close())
  const left = await givenOwner(api.url)

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
    const body = new Blob([`{"name":"x","image":"a","z":[${'[],'.repeat(4_600_000)}[]]}`])
    const headers = { ...bearer(owner), 'Content-Type': 'application/json' }
    while (!over.signal.aborted) {
      // It waits in line behind the images of the same account.
      const signal = AbortSignal.timeout(uploadWithinMs)
      const answer = await fetch(`${api.url}/projects`, { method: 'POST', headers, body, signal })
      await answer.text()
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
      await pause(1_000)
    }
  }
  const agreements = async () => {
    const guest = newGuest()
    for (let at = 0; !over.signal.aborted; at += 1) {
      const { length } = heavy.threads
      const path = `/projects/${heavy._id}/comments/${heavy.threads[at % length]?._id}/agreement`
      const body = { agree: Math.floor(at / length) % 2 === 0, commenter: 'Priya' }
      const { status } = await sendRequest(api.url, jsonRequest('PUT', path, body, guest))
      counts.set(status, (counts.get(status) ?? 0) + 1)
      await pause(200)
    }
  }
  const abusers = Promise.all([wide(), ...Array.from({ length: abusersAtOnce }, () => abuse(images))])
  await pause(seconds[trial.size] * 1_000)
  for (const first of [slow, readers, exporters, held]) first.close()
  const peakBefore = peak
  peak = 0

  const commentReaders = new SlowReaders(api.port, `/projects/${heavy._id}?image=none`, 60, authors)
  const pages = new SlowReaders(api.port, `/projects/${heavy._id}/events`, 200, authors)
  const leaving = [
    new LeavingSenders(api.port, (network) => imageForm(left, network, image), 20, 4),
    new LeavingSenders(api.port, (network) => endlessForm(left, network), 1_000, 2),
    new LeavingSenders(api.port, (network) => twoEventStreams(picture._id, network), 20, 8),
  ]
  trial.afterwards(async () => [commentReaders, pages, ...leaving].forEach((one) => one.close()))
  const agreeing = agreements()
  await pause(seconds[trial.size] * 1_000)
  over.abort()
  await Promise.all([abusers, agreeing])
  for (const second of [commentReaders, pages, ...leaving]) second.close()
  clearInterval(watch)
  await pause(1_000)
  const canUpload = await uploadsAgain(api.url, left, trial)
  const dead = await deadChildren(api.pid)
  const { status } = await call(`${api.url}/readyz`)
  const answers = [...counts].map(([code, count]) => `${count} × ${code}`).join(', ')
  const hasFailed = [...counts.keys()].some((code) => code >= 500 && code !== 503)
  return {
    held:
      peakBefore < maxBytes &&
      peak < maxBytesThen &&
      dead === 0 &&
      status === 200 &&
      !hasFailed &&
      canUpload &&
      held.sentBytes > maxBytes &&
      leaving.every((senders) => senders.left > 0),
    figure:
      `at most ${inMegabytes(peakBefore)} MB, then ${inMegabytes(peak)} MB, ${inMegabytes(start)} MB at the start; ` +
      `${dead} processes left; ` +
      `${inMegabytes(held.sentBytes)} MB of held uploads, uploads answered ${answers}; ` +
      `${leaving.map((senders) => senders.left).join(', ')} senders left, and the account ` +
      (canUpload ? 'can upload again' : 'can upload no more'),
  }
}

const inMegabytes = (bytes: number) => Math.round(bytes / megabyte)

/** Uploads until one is accepted, for as long as the last images of those who left may take. */
async function uploadsAgain(url: string, owner: Owner, { random }: Trial): Promise<boolean> {
  const image = await drawNoise(random, 100)
  for (let tries = 0; tries < 40; tries += 1) {
    if ((await upload(url, owner, image)) === 201) return true
    await pause(500)
  }
  return false
}

const formHead = ({ token }: Owner, network: string, length: string) =>
  Buffer.from(
    `POST /projects HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${network}\r\n` +
      `Authorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\n${length}\r\n\r\n`,
  )
const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`
const imagePart = Buffer.from(
  `${part('name')}\r\n\r\nLeft\r\n${part('image')}; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
)
const formEnd = Buffer.from('\r\n--x--\r\n')

function imageForm(owner: Owner, network: string, image: Buffer): Buffer[] {
  const length = imagePart.length + image.length + formEnd.length
  return [formHead(owner, network, `Content-Length: ${length}`), imagePart, image, formEnd]
}

/** More than the limit of an upload, without an announced length. */
function endlessForm(owner: Owner, network: string): Buffer[] {
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  const pieces = Array.from({ length: 48 }, () => chunk(Buffer.alloc(megabyte, 7)))
  return [formHead(owner, network, 'Transfer-Encoding: chunked'), chunk(imagePart), ...pieces]
}

function twoEventStreams(projectId: string, network: string): Buffer[] {
  const request = `GET /projects/${projectId}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${network}\r\n\r\n`
  return [Buffer.from(request.repeat(2))]
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
  const options = { method: 'POST', token, form, timeoutMs: uploadWithinMs }
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
