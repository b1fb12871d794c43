import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root } from './root.mjs'
import { bin, collect } from './run.mjs'

/** Whether a file is an entry point. Each is bundled into its own file. */
const isProgram = (file) =>
  file === 'main.ts' ||
  file.endsWith('.worker.ts') ||
  (file.startsWith('commands/') && file !== 'commands/run-command.ts')

const stampPath = join(root, 'apps/api/dist/.built-from')
const sources = [
  'apps/api/src',
  'apps/web',
  'packages/follow/src',
  'packages/shared/src',
  'scripts/lib/build.mjs',
  'pnpm-lock.yaml',
  'tsconfig.base.json',
]

/** Builds the API and the web app if a source has changed since the last build. */
export async function build({ onProgress = console.log } = {}) {
  const digest = await sourceDigest()
  if (existsSync(stampPath) && (await readFile(stampPath, 'utf8')) === digest) return
  onProgress('Building Pinmark ...')
  await Promise.all([buildApi(), buildWeb()])
  await writeFile(stampPath, digest)
}

async function buildApi() {
  const outdir = join(root, 'apps/api/dist')
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  const entries = (await readdir(join(root, 'apps/api/src'), { recursive: true }))
    .filter(isProgram)
    .map((file) => join('src', file))
  await mustSucceed('esbuild', 'apps/api', [
    ...entries,
    ...['--bundle', '--platform=node', '--target=node20', '--format=esm', '--sourcemap'],
    // Packages are loaded from node_modules; the shared sources of the workspace are part of the bundle.
    '--packages=external',
    ...['shared', 'follow'].map((name) => `--alias:@pinmark/${name}=../../packages/${name}/src`),
    ...['--outdir=dist', '--entry-names=[name]', '--log-level=warning'],
  ])
}

async function buildWeb() {
  await mustSucceed('vite', 'apps/web', ['build', '--configLoader', 'runner', '--logLevel', 'warn'])
  await precompress(join(root, 'apps/web/dist'))
}

async function mustSucceed(program, workspace, args) {
  const { code, output } = await collect(bin(program, workspace), args, {
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

/** One digest of the names and contents of all inputs of the build. */
async function sourceDigest() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesBelow(join(root, source))) {
      hash
        .update(relative(root, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function filesBelow(path) {
  const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return null
    throw error
  })
  if (entries === null) return [path]
  const nested = await Promise.all(
    entries
      .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && !/\.test\.tsx?$/.test(name))
      .map((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)])),
  )
  return nested.flat().sort()
}
