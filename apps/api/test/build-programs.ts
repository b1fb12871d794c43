import { mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleServer } from '../../../scripts/lib/server-bundle.mjs'

const apiFolder = fileURLToPath(new URL('../', import.meta.url))

const entries = {
  main: 'src/main.ts',
  'reset-password': 'src/ops/commands/reset-password.ts',
  'empty-trash': 'src/ops/commands/empty-trash.ts',
  account: 'src/ops/commands/account.ts',
  doctor: 'src/ops/commands/doctor.ts',
  backup: 'src/ops/commands/backup.ts',
  restore: 'src/ops/commands/restore.ts',
  'state-digest': 'src/ops/commands/state-digest.ts',
  'migrate-counted': 'test/migrate-counted.ts',
  'hold-database': 'test/hold-database.ts',
}

export type Program = keyof typeof entries

/** Bundles programs and workers like a release, because they start much faster than from source. The folder is in
 *  node_modules, where they find the packages that stay outside.
 *  @returns the folder */
export async function buildPrograms(): Promise<string> {
  const cache = join(apiFolder, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const outdir = await mkdtemp(join(cache, 'programs-'))
  const files = await readdir(join(apiFolder, 'src'), { recursive: true })
  const workers = files.filter((file) => file.endsWith('.worker.ts')).map((file) => `src/${file}`)
  await bundleServer({ entries: [...Object.values(entries), ...workers], outdir })
  return outdir
}
