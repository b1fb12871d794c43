import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildCli, cliPackages } from './build-cli.mjs'
import { build } from './build.mjs'
import { licenceTexts } from './licences.mjs'
import { root } from './root.mjs'
import { bin, collect } from './run.mjs'
import { serverPackages } from './server-bundle.mjs'
import { shrinkwrapOf } from './shrinkwrap.mjs'

/** Makes the package for `npx pinmark`: the built server, web app and command line, exact versions of the packages that they
 *  load, and the licences of those that are part of them.
 *  @param {{ folder?: string, version?: string }} options `version`: another one than that of the workspace, for tests
 *  @returns {Promise<string>} the path of the tarball */
export async function pack({ folder = join(root, 'dist'), version } = {}) {
  await build()
  await buildCli()
  const staged = join(folder, 'package')
  await rm(staged, { recursive: true, force: true })
  await mkdir(join(staged, 'bin'), { recursive: true })

  const manifest = await manifestOf(version)
  const lockfile = await readFile(join(root, 'pnpm-lock.yaml'), 'utf8')
  await Promise.all([
    writeJson(join(staged, 'package.json'), manifest),
    writeJson(join(staged, 'npm-shrinkwrap.json'), shrinkwrapOf(lockfile, manifest)),
    writeFile(join(staged, 'THIRD-PARTY-LICENSES'), await licenceTexts()),
    ...['README.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE'].map((file) =>
      cp(join(root, file), join(staged, file)),
    ),
    ...['apps/api/dist', 'apps/cli/dist', 'apps/web/dist'].map((built) =>
      cp(join(root, built), join(staged, built), {
        recursive: true,
        // The maps are for debugging, and twice as large as the code.
        filter: (file) => !file.endsWith('.map'),
      }),
    ),
    must(bin('esbuild'), [
      join(root, 'scripts/package/pinmark.mjs'),
      ...['--bundle', '--platform=node', '--target=node20', '--format=esm', '--log-level=warning'],
      `--outfile=${join(staged, 'bin/pinmark.mjs')}`,
    ]),
  ])
  const name = (await must('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: staged })).trim()
  return join(folder, name)
}

/** What the package runs on Node. */
const programs = ['apps/api', 'apps/cli']

async function manifestOf(version) {
  const read = async (path) => JSON.parse(await readFile(join(root, path), 'utf8'))
  const workspace = await read('package.json')
  const apps = await Promise.all(programs.map((app) => read(`${app}/package.json`)))
  const dependencies = Object.assign({}, ...apps.map((app) => app.dependencies))
  const { name, description, license, homepage, repository, bugs, type, engines } = workspace
  return {
    ...{ name, version: version ?? workspace.version, description, license, homepage, repository, bugs },
    ...{ type, engines, keywords: ['design', 'feedback', 'review', 'annotation', 'self-hosted'] },
    bin: { pinmark: 'bin/pinmark.mjs' },
    files: ['bin', 'apps', 'npm-shrinkwrap.json', 'CHANGELOG.md', 'NOTICE', 'THIRD-PARTY-LICENSES'],
    // The other packages are part of the bundles.
    dependencies: Object.fromEntries(
      [...new Set([...serverPackages, ...cliPackages])].map((name) => [name, dependencies[name]]),
    ),
  }
}

function writeJson(path, value) {
  return writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}

async function must(program, args, options) {
  const { code, output } = await collect(program, args, options)
  if (code !== 0) throw new Error(`${program} failed:\n${output}`)
  return output
}
