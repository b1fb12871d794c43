import { parse } from 'yaml'

const registry = 'https://registry.npmjs.org'

/** The npm-shrinkwrap.json of the package: the packages that its programs need, in the versions and with the checksums of
 *  pnpm's lockfile, so that `npx pinmark` runs what the tests ran.
 *  @see https://docs.npmjs.com/cli/configuring-npm/package-lock-json
 *  @param {string} lockfile the text of pnpm-lock.yaml
 *  @param {{ name: string, version: string, dependencies: Record<string, string> }} manifest of the package */
export function shrinkwrapOf(lockfile, manifest) {
  const { packages, snapshots, importers } = parse(lockfile)
  const wanted = { ...importers['apps/api'].dependencies, ...importers['apps/cli'].dependencies }
  const placed = new Map()
  /** Packages whose own dependencies have no place yet. A breadth-first order keeps the tree flat. */
  const waiting = []
  for (const name of Object.keys(manifest.dependencies)) place('', name, wanted[name].version)
  while (waiting.length > 0) {
    const { path, dependencies, optionalDependencies } = waiting.shift()
    for (const [name, key] of Object.entries(dependencies)) place(path, name, key)
    for (const [name, key] of Object.entries(optionalDependencies)) place(path, name, key)
  }
  markOptional(placed, Object.keys(manifest.dependencies))
  const { name, version } = manifest
  return {
    ...{ name, version, lockfileVersion: 3, requires: true },
    packages: { '': manifest, ...Object.fromEntries([...placed].sort(([a], [b]) => (a < b ? -1 : 1))) },
  }

  /** Puts a package into the topmost node_modules whose name is free, unless the one above `from` finds is the same. */
  function place(from, name, key) {
    const version = withoutPeers(key)
    const found = visible(placed, from, name)
    if (found && placed.get(found).version === version) return
    const path = found === null ? `node_modules/${name}` : `${from}/node_modules/${name}`
    const { dependencies = {}, optionalDependencies = {} } = snapshots[`${name}@${key}`]
    const { resolution, engines, os, cpu, libc } = packages[`${name}@${version}`]
    placed.set(path, {
      version,
      resolved: `${registry}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
      integrity: resolution.integrity,
      ...{ engines, os, cpu, libc },
      dependencies: withoutAllPeers(dependencies),
      optionalDependencies: withoutAllPeers(optionalDependencies),
    })
    waiting.push({ path, dependencies, optionalDependencies })
  }
}

/** The place of the package that a package at `from` gets when it imports `name`; null if there is none. */
function visible(placed, from, name) {
  const parts = from === '' ? [] : from.split('/node_modules/')
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const folder = parts.slice(0, depth).join('/node_modules/')
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (placed.has(path)) return path
  }
  return null
}

/** npm leaves out an optional package that does not fit the system. Required is what the package reaches without an
 *  optional step. */
function markOptional(placed, roots) {
  const required = new Set()
  const visit = (path) => {
    if (required.has(path)) return
    required.add(path)
    for (const name of Object.keys(placed.get(path).dependencies)) visit(visible(placed, path, name))
  }
  roots.forEach((name) => visit(`node_modules/${name}`))
  for (const [path, entry] of placed) if (!required.has(path)) entry.optional = true
}

/** pnpm writes the peers of a package behind its version: `4.4.3(supports-color@10.2.2)`. */
function withoutPeers(key) {
  return key.split('(')[0]
}

function withoutAllPeers(dependencies) {
  return Object.fromEntries(Object.entries(dependencies).map(([name, key]) => [name, withoutPeers(key)]))
}
