import { existsSync } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './root.mjs'

/** A package of the lockfile. `sha512` is its checksum in base64, or null without one.
 *  @typedef {{ name: string, version: string, sha512: string | null }} LockedPackage */

export function readLockfile() {
  return readFile(join(root, 'pnpm-lock.yaml'), 'utf8')
}

/** Every package of a lockfile. @returns {LockedPackage[]} */
export function lockedPackages(lockfile) {
  const [, section = ''] = lockfile.split(/^packages:\n/m)
  const [packages] = section.split(/^snapshots:\n/m)
  const entry = /^ {2}'?((?:@[^/\s]+\/)?[^@\s]+)@([^':\s]+)'?:\n {4}resolution: \{(.*)\}$/gm
  return [...packages.matchAll(entry)].map(([, name, version, resolution]) => ({
    name,
    version,
    sha512: /^integrity: sha512-([A-Za-z0-9+/=]+)$/.exec(resolution)?.[1] ?? null,
  }))
}

/** Packages that a lockfile does not pin: without a checksum, or from outside of the registry.
 *  @returns {string[]} */
export function unpinned(lockfile) {
  const loose = lockedPackages(lockfile)
    .filter(({ sha512 }) => sha512 === null)
    .map(({ name, version }) => `${name}@${version} has no checksum`)
  const foreign = lockfile.match(/tarball: ?\S+|https?:\/\/\S*|\b(?:git|file):\S+/g) ?? []
  return [...loose, ...foreign.map((place) => `from elsewhere: ${place}`)]
}

/** Installed packages with a script that runs during installation.
 *  @returns {Promise<{ seen: number, found: string[] }>} `name: script` each */
export async function installScripts(store = join(root, 'node_modules/.pnpm')) {
  let seen = 0
  const found = []
  for (const folder of await readdir(store)) {
    if (folder === 'node_modules') continue
    for (const path of await packageFolders(join(store, folder, 'node_modules'))) {
      seen += 1
      const { name, scripts = {} } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'))
      const own = ['preinstall', 'install', 'postinstall'].filter((script) => scripts[script])
      // npm builds such a package even without a script.
      if (existsSync(join(path, 'binding.gyp'))) own.push('binding.gyp')
      found.push(...own.map((script) => `${name}: ${script}`))
    }
  }
  return { seen, found }
}

/** The install scripts that pnpm may run, and those that are known and ignored.
 *  @returns {Promise<{ allowed: string[], ignored: string[] }>} */
export async function installRules() {
  const workspace = await readFile(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const listed = (name) => {
    const text = new RegExp(`^${name}: \\[(.*)\\]$`, 'm').exec(workspace)?.[1]
    if (text === undefined) throw new Error(`pnpm-workspace.yaml has no setting ${name}.`)
    return text.split(',').flatMap((word) => word.trim() || [])
  }
  return { allowed: listed('onlyBuiltDependencies'), ignored: listed('ignoredBuiltDependencies') }
}

async function packageFolders(modules) {
  if (!existsSync(modules)) return []
  const names = await readdir(modules)
  const scoped = await Promise.all(
    names
      .filter((name) => name.startsWith('@'))
      .map(async (scope) => (await readdir(join(modules, scope))).map((name) => join(scope, name))),
  )
  const paths = [...names.filter((name) => !/^[@.]/.test(name)), ...scoped.flat()].map((name) =>
    join(modules, name),
  )
  const own = await Promise.all(
    // A symbolic link belongs to another folder.
    paths.map(async (path) =>
      (await lstat(path)).isDirectory() && existsSync(join(path, 'package.json')) ? path : [],
    ),
  )
  return own.flat()
}
