import { existsSync } from 'node:fs'
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { digestOf, filesBelow } from './files.mjs'
import { readIfThere, withLock } from './lock.mjs'
import { root } from './root.mjs'
import { bin, collect } from './run.mjs'
import { bundleServer } from './server-bundle.mjs'
import { compileWords } from './words.mjs'

/** Whether a file is an entry point. Each is bundled into its own file. */
const isProgram = (file) =>
  file === 'main.ts' ||
  file.endsWith('.worker.ts') ||
  (file.startsWith('ops/commands/') &&
    !file.endsWith('.test.ts') &&
    !['run-command.ts', 'set-new-password.ts'].includes(basename(file)))

/** The folders of the two builds, and the file that a start needs. */
const outputs = { 'apps/web': 'index.html', 'apps/api': 'main.js' }
/** Contains the digest of the sources. */
const stamp = '.built-from'
const sources = [
  'apps/api/src',
  'apps/web',
  'packages/follow/src',
  'packages/shared/src',
  'packages/words',
  // The version is part of the build.
  'package.json',
  'scripts/lib/build.mjs',
  'scripts/lib/server-bundle.mjs',
  'scripts/lib/words.mjs',
  'pnpm-lock.yaml',
  'tsconfig.base.json',
]

/** Builds the API and the web app if a source has changed since the last build. The files of the last build stay until
 *  both are built, because a running server reads them. */
export async function build({ onProgress = console.log } = {}) {
  await compileWords()
  if (isBuiltFrom(await sourceDigest())) return
  const tellWaiting = (lock) =>
    onProgress(`Waiting for another start that is building (its lock is ${lock}) ...`)
  await withLock('.pinmark-build.lock', tellWaiting, async () => {
    const digest = await sourceDigest()
    if (isBuiltFrom(digest)) return
    onProgress('Building Pinmark ...')
    // An interrupted build may have left its files.
    for (const workspace of Object.keys(outputs)) await remove(workspace, 'dist.new')
    await Promise.all([buildApi(), buildWeb()])
    await writeFile(join(root, 'apps/api/dist.new', stamp), digest)
    for (const workspace of Object.keys(outputs)) {
      await remove(workspace, 'dist')
      await rename(join(root, workspace, 'dist.new'), join(root, workspace, 'dist'))
    }
  })
}

const remove = (workspace, folder) => rm(join(root, workspace, folder), { recursive: true, force: true })

function isBuiltFrom(digest) {
  const isThere = ([workspace, file]) => existsSync(join(root, workspace, 'dist', file))
  return readIfThere(join(root, 'apps/api/dist', stamp)) === digest && Object.entries(outputs).every(isThere)
}

async function buildApi() {
  const entries = (await readdir(join(root, 'apps/api/src'), { recursive: true }))
    .filter(isProgram)
    .map((file) => join('src', file))
  await bundleServer({ entries, outdir: 'dist.new', sourcemap: true })
}

async function buildWeb() {
  const options = ['--outDir', 'dist.new', '--configLoader', 'runner', '--logLevel', 'warn']
  await mustSucceed(bin('vite', 'apps/web'), 'apps/web', ['build', ...options])
  await precompress(join(root, 'apps/web/dist.new'))
}

async function mustSucceed(program, workspace, args) {
  const { code, output } = await collect(program, args, {
    cwd: join(root, workspace),
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Error(`The build failed in ${workspace}:\n${output}`)
  if (output.trim() !== '') console.log(output.trim())
}

/** Compresses every text file with Brotli and gzip, once instead of at every request. */
async function precompress(folder) {
  const files = await readdir(folder, { recursive: true })
  const texts = files.filter((file) => /\.(js|css|html|svg|json|txt)$/.test(file))
  if (texts.length === 0) throw new Error('The build of the web app has no files.')
  await Promise.all(
    texts.map(async (file) => {
      const path = join(folder, file)
      const bytes = await readFile(path)
      if (bytes.length < 1024) return
      const brotli = await promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
      await Promise.all([
        writeFile(`${path}.br`, brotli),
        writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 })),
      ])
    }),
  )
}

/** One digest of all inputs of the build. */
async function sourceDigest() {
  return digestOf(
    (await Promise.all(sources.map((source) => filesBelow(join(root, source), isSource)))).flat(),
  )
}

const isSource = ({ name }) => !/\.test\.tsx?$/.test(name)
