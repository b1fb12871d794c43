import { Readable, Writable } from 'node:stream'
import { setImmediate as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readZip } from '../../../test/read-zip'
import { writeZip, type ZipEntry } from './send-zip'

const megabyte = 1024 * 1024
const entry = (path: string, content: Readable, isCompressible = false): ZipEntry => ({
  path,
  content,
  isCompressible,
  modifiedAt: new Date('2026-11-14T10:42:00.000Z'),
})

async function* listed(...entries: ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries
}

/** Stores what it is given, and takes each piece a little later. */
class SlowSink extends Writable {
  readonly pieces: Buffer[] = []
  taken = 0

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.pieces.push(piece)
    this.taken += piece.length
    setImmediate(done)
  }
}

test('an archive contains its entries with their paths, in any script, including empty ones', async () => {
  const sink = new SlowSink()
  const text = 'Zu ruhig? '.repeat(10_000)
  await writeZip(
    listed(
      entry('projects/1 Überblick ✓/brief.txt', Readable.from([text]), true),
      entry('projects/1 Überblick ✓/empty.bin', Readable.from([])),
      entry('last.bin', Readable.from([Buffer.from([1, 2]), Buffer.from([3])])),
    ),
    sink,
  )
  const bytes = Buffer.concat(sink.pieces)
  expect(Object.fromEntries(await readZip(bytes))).toEqual({
    'projects/1 Überblick ✓/brief.txt': Buffer.from(text),
    'projects/1 Überblick ✓/empty.bin': Buffer.alloc(0),
    'last.bin': Buffer.from([1, 2, 3]),
  })
  expect(bytes.length).toBeLessThan(text.length)
})

test('is produced only as fast as it is read, so its memory does not grow', async () => {
  const total = 48 * megabyte
  const sink = new SlowSink()
  let read = 0
  let mostWaiting = 0
  async function* content() {
    for (; read < total; read += 255 * 1024) {
      mostWaiting = Math.max(mostWaiting, read - sink.taken)
      yield Buffer.alloc(255 * 1024)
      await pause()
    }
  }
  const large = (path: string) =>
    entry(path, Readable.from(content(), { objectMode: false, highWaterMark: 1 }))
  await writeZip(listed(large('one.bin')), sink)
  expect(sink.taken).toBeGreaterThan(total)
  expect(mostWaiting).toBeLessThan(2 * megabyte)
})

test('an entry that fails half-way ends the archive incomplete, with the reason', async () => {
  async function* broken() {
    yield Buffer.alloc(100_000)
    throw new Error('the database went away')
  }
  const sink = new SlowSink()
  sink.on('error', () => undefined)
  await expect(writeZip(listed(entry('a.bin', Readable.from(broken()))), sink)).rejects.toThrow(
    'the database went away',
  )
  expect(sink.destroyed).toBe(true)
  expect(sink.writableFinished).toBe(false)
  await expect(readZip(Buffer.concat(sink.pieces))).rejects.toThrow(/end of central directory/i)
})

test('a reader who leaves releases the current entry and the next ones', async () => {
  const sink = new SlowSink()
  sink.on('error', () => undefined)
  let isLetGo = false
  let isOver = false
  async function* endless() {
    try {
      for (;;) {
        yield Buffer.alloc(100_000)
        if (sink.taken > megabyte) sink.destroy()
      }
    } finally {
      isLetGo = true
    }
  }
  async function* entries() {
    try {
      yield entry('endless.bin', Readable.from(endless()))
      yield entry('next.bin', Readable.from([Buffer.from('never read')]))
    } finally {
      isOver = true
    }
  }
  await expect(writeZip(entries(), sink)).rejects.toThrow('Premature close')
  expect([isLetGo, isOver]).toEqual([true, true])
})
