import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './root.mjs'
import { bin, collect } from './run.mjs'

/** What the command line loads from node_modules, and only some of its calls need. */
export const cliPackages = ['playwright-core', 'sharp']

/** Bundles the command line into apps/cli/dist, with the packages that it needs. A server does not need it, so it is not
 *  part of `build`. */
export async function buildCli() {
  const folder = join(root, 'apps/cli')
  await rm(join(folder, 'dist'), { recursive: true, force: true })
  const { code, output } = await collect(
    bin('esbuild'),
    [
      'src/main.ts',
      ...['--bundle', '--platform=node', '--target=node20', '--format=esm', '--splitting'],
      ...cliPackages.map((name) => `--external:${name}`),
      ...['--outdir=dist', '--log-level=warning'],
    ],
    { cwd: folder },
  )
  if (code !== 0) throw new Error(`The build failed in apps/cli:\n${output}`)
}
