import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dataDirOwner, lockDataDir } from './data-dir'

const gone = JSON.stringify({ pid: 999_999_999, began: 'long ago' })

async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('of many concurrent starts on a folder with a stale lock, exactly one gets it, every time', async () => {
  for (let round = 0; round < 60; round += 1) {
    const folder = await givenFolder()
    await writeFile(join(folder, 'pinmark.lock'), gone)

    const starts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(folder)))

    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))
    for (const reason of reasons)
      expect(reason).toContain(`in use by another Pinmark (process ${process.pid})`)
  }
})

test('a released folder has no owner, and its next lock leaves one file', async () => {
  const folder = await givenFolder()
  const release = await lockDataDir(folder)
  expect(await dataDirOwner(folder)).toBe(process.pid)
  await release()
  expect(await dataDirOwner(folder)).toBeNull()

  await lockDataDir(folder)

  expect(await dataDirOwner(folder)).toBe(process.pid)
  expect(await readdir(folder)).toEqual(['pinmark.lock.2'])
})

test('the lock of a killed start is taken over, whatever number it has', async () => {
  const folder = await givenFolder()
  await writeFile(join(folder, 'pinmark.lock.41'), gone)
  await lockDataDir(folder)
  expect(await readdir(folder)).toEqual(['pinmark.lock.42'])
})
