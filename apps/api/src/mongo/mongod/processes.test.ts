import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { identifyProcess } from './processes'

// Where there is no /proc, `ps` tells when a process began.
beforeEach(() => {
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: platform })
    vi.unstubAllEnvs()
  })
})

/** Replaces `ps` by a script, or by nothing. */
async function givenPs(script: string | null): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-ps-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  if (script !== null) await writeFile(join(folder, 'ps'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', folder)
}

test('the start of a process reads the same in every time zone and language', async () => {
  await givenPs('echo "$TZ $LC_ALL"')
  vi.stubEnv('TZ', 'Asia/Tokyo')
  vi.stubEnv('LC_ALL', 'ja_JP.UTF-8')

  expect(await identifyProcess(process.pid)).toEqual({ pid: process.pid, began: 'UTC C' })
})

test('a process is gone if ps does not find it, but not if ps itself fails', async () => {
  await givenPs('exit 1')
  expect(await identifyProcess(process.pid)).toBeNull()

  await givenPs('exit 2')
  await expect(identifyProcess(process.pid)).rejects.toThrow('Command failed')

  await givenPs(null)
  await expect(identifyProcess(process.pid)).rejects.toThrow('ENOENT')
})
