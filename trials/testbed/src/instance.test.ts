import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withInstance } from './instance'

test(
  'an instance does not use the `.env` of the folder in which it is started',
  { timeout: 120_000 },
  async () => {
    const before = process.cwd()
    const folder = await mkdtemp(join(tmpdir(), 'pinmark-instance-'))
    onTestFinished(async () => {
      process.chdir(before)
      await rm(folder, { recursive: true, force: true })
    })
    await writeFile(join(folder, '.env'), 'REGISTRATION=closed\n')
    process.chdir(folder)

    await withInstance({ dataDir: join(folder, 'data') }, async ({ url }) => {
      expect(await (await fetch(`${url}/instance`)).json()).toMatchObject({ registration: 'open' })
    })
  },
)
