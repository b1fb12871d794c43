import { mkdir, mkdtemp, readdir, rm, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inUploadFolder, removeLeftUploads } from './spool'

async function givenLeftUploads(): Promise<{ dataDir: string; left: () => Promise<string[]> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pinmark-uploads-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  for (const [name, hours] of [
    ['new', 0],
    ['old', 2],
  ] as const) {
    const path = join(dataDir, 'uploads', name)
    await mkdir(path, { recursive: true })
    const at = new Date(Date.now() - hours * 60 * 60_000)
    await utimes(path, at, at)
  }
  return { dataDir, left: () => readdir(join(dataDir, 'uploads')) }
}

test('what a killed process has left is removed', async () => {
  const { dataDir, left } = await givenLeftUploads()

  await removeLeftUploads({ dataDir, mongodbUri: null })

  expect(await left()).toEqual([])
})

test('what another process removes meanwhile stops nothing', async () => {
  const { dataDir, left } = await givenLeftUploads()
  // It is listed, and nothing is there.
  await symlink('nowhere', join(dataDir, 'uploads', 'gone'))

  await removeLeftUploads({ dataDir, mongodbUri: null })

  expect(await left()).toEqual(['gone'])
})

test('uploads of another process that shares the folder are kept', async () => {
  const { dataDir, left } = await givenLeftUploads()

  await removeLeftUploads({ dataDir, mongodbUri: 'mongodb://elsewhere' })

  expect(await left()).toEqual(['new'])
})

test('a failed upload leaves no folder', async () => {
  const { dataDir, left } = await givenLeftUploads()

  await expect(inUploadFolder({ dataDir }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')

  expect(await left()).toEqual(['new', 'old'])
})
