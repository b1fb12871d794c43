import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { StartError } from '../../base/failures'
import { BackupWriter, fileSink, streamSink } from './backup-file'

test('a backup on a full disk ends with one sentence and leaves no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-full-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'today.pinmark')
  // Every write to this device fails as on a full disk.
  await symlink('/dev/full', `${file}.${process.pid}.partial`)

  const writing = BackupWriter.begin(await fileSink(file))

  await expect(writing).rejects.toThrow(StartError)
  await expect(writing).rejects.toThrow(`The disk of ${folder} is full.`)
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['ENOSPC', 'The disk of the output is full. The backup is incomplete.'],
  ['EPIPE', 'The program that received the backup has ended.'],
])('a backup into a stream that fails with %s ends with one sentence', async (code, sentence) => {
  const broken = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
  })

  const writing = BackupWriter.begin(streamSink(broken))

  await expect(writing).rejects.toThrow(StartError)
  await expect(writing).rejects.toThrow(sentence)
})
