import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isWeakSecret } from './config-values'
import { keptSecret } from './secrets'
import { StartError } from './base/failures'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinmark-secrets-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a secret is generated once, is strong, and not readable by others', async () => {
  const made = await keptSecret(join(folder, 'new'), 'jwt-secret')
  expect(isWeakSecret(made)).toBe(false)
  expect((await stat(join(folder, 'new', 'jwt-secret'))).mode & 0o777).toBe(0o600)
  expect(await keptSecret(join(folder, 'new'), 'jwt-secret')).toBe(made)
})

test('concurrent starts agree on one, and leave no other files', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => keptSecret(folder, 'jwt-secret')))
  expect(new Set(made).size).toBe(1)
  expect(await readdir(folder)).toEqual(['jwt-secret'])
})

test('one that is readable by others or truncated stops the start', async () => {
  await writeFile(join(folder, 'open'), 'x'.repeat(60))
  await chmod(join(folder, 'open'), 0o644)
  await writeFile(join(folder, 'short'), 'x', { mode: 0o600 })
  await expect(keptSecret(folder, 'open')).rejects.toThrow(StartError)
  await expect(keptSecret(folder, 'short')).rejects.toThrow(/damaged/)
})
