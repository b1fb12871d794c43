import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cacheDir } from './find-mongod'

test('a user without a home gets a cache beside the project', () => {
  vi.stubEnv('PINMARK_CACHE_DIR', undefined)
  vi.spyOn(os, 'homedir').mockImplementation(() => {
    throw new Error('uv_os_homedir returned ENOENT')
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  expect(cacheDir()).toBe(resolve('.cache'))
})
