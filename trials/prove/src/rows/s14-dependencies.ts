import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import type { NetConnectOpts } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import {
  installRules,
  installScripts,
  lockedPackages,
  readLockfile,
  unpinned,
} from '../../../../scripts/lib/supply-chain.mjs'
import { embeddedPlace, leakedBytes, takesCompressedMessages } from '@pinmark/testbed/compressed-message'
import { withInstance } from '@pinmark/testbed/instance'
import { MongoSet } from '@pinmark/testbed/mongo-set'
import type { Finding, Promised, Trial } from '../promise'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const billSchema = z.object({
  components: z.array(
    z.object({
      group: z.string().optional(),
      name: z.string(),
      version: z.string(),
      scope: z.enum(['required', 'excluded']),
      hashes: z.array(z.object({ content: z.string() })).optional(),
      licenses: z.array(z.unknown()).optional(),
    }),
  ),
})

/** The installed packages match the lockfile and the bill of materials, and none runs a script when it is
 *  installed. Known vulnerabilities are not tried here, because the answer changes without the source: CI asks the
 *  registry on each push and every night. MongoDB has a minimum version: a server below it may run only if it cannot be
 *  exploited, which the trial attempts. */
export const dependencies: Promised = {
  id: 'S14',
  promise:
    'Every dependency is known, pinned by checksum, and runs nothing when it is installed; a MongoDB below the version that fixed a known vulnerability is reported at the start and cannot be exploited',
  shownBy:
    'The trial reads the lockfile, the installed packages with their scripts, and their bill of materials. ' +
    'Advisories are no part of it: CI asks the registry for them on each push and every night. ' +
    'The trial checks the version that MongoDB reports, and tries to read MongoDB’s memory ' +
    'with compressed messages (CVE-2025-14847).',
  target: '0 unknown, 0 without a checksum, 0 install scripts, 0 bytes of MongoDB’s memory',
  isQuick: false,
  try: (trial) => run(trial, (lockfile) => lockfile, tryEmbedded),
  control: {
    without:
      'with a lockfile that leaves a checksum out and names other versions, and a MongoDB that accepts compressed messages',
    try: (trial) => run(trial, asItWas, tryWithCompression),
  },
}

async function run(
  trial: Trial,
  read: (lockfile: string) => string,
  tryMongo: (trial: Trial) => Promise<MongoFinding>,
): Promise<Finding> {
  const lockfile = read(await readLockfile())
  const packages = lockedPackages(lockfile)
  const locked = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const components = await billOfMaterials(trial.folder)
  const named = new Set(
    components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
  )

  const open = unpinned(lockfile)
  const installed = await installedPackages()
  const unknown = [
    ...installed.filter((name) => !locked.has(name)).map((name) => `${name} is installed, not locked`),
    ...[...locked]
      .filter((name) => !named.has(name))
      .map((name) => `${name} is not in the bill of materials`),
    ...components
      .filter(({ hashes, licenses, scope }) => !hashes || (scope === 'required' && !licenses))
      .map(({ name }) => `${name} has no checksum or no licence in the bill of materials`),
  ]
  const { allowed, ignored } = await installRules()
  const scripts = (await installScripts()).found.filter(
    (script) => !ignored.includes(script.split(':')[0] ?? ''),
  )
  const faults = [...open, ...unknown, ...scripts, ...allowed.map((name) => `${name} may run a script`)]
  const mongo = await tryMongo(trial)
  const running = components.filter(({ scope }) => scope === 'required').length
  return {
    held:
      faults.length === 0 &&
      packages.length > 200 &&
      installed.length > 200 &&
      running > 50 &&
      mongo.version !== null &&
      mongo.leakedBytes === 0 &&
      (!mongo.isBelow || !mongo.takesCompressed),
    figure:
      `${open.length} without a checksum of ${packages.length} packages (${running} of them in a running server), ` +
      `${unknown.length} unknown, ${scripts.length + allowed.length} install scripts; ` +
      `MongoDB ${mongo.version}${mongo.isBelow ? ', below its safe version,' : ''} ${mongo.takesCompressed ? 'takes' : 'refuses'} compressed messages, ` +
      `${mongo.leakedBytes} bytes of its memory read in ${leakTries} tries`,
    details: faults.slice(0, 20).join('\n'),
  }
}

const leakTries = 500

interface MongoFinding {
  /** From the output of the server at its start; null if it says nothing. */
  version: string | null
  isBelow: boolean
  takesCompressed: boolean
  leakedBytes: number
}

async function tryEmbedded({ folder }: Trial): Promise<MongoFinding> {
  const dataDir = join(folder, 'embedded')
  return withInstance({ dataDir }, async ({ output }) => findingsAt(await embeddedPlace(dataDir), output))
}

async function tryWithCompression({ folder }: Trial): Promise<MongoFinding> {
  const mongo = await MongoSet.start({ compressors: 'zlib' })
  try {
    const { port } = await mongo.primary()
    const options = { dataDir: join(folder, 'compression'), environment: { MONGODB_URI: mongo.uri() } }
    return await withInstance(options, ({ output }) => findingsAt({ host: '127.0.0.1', port }, output))
  } finally {
    await mongo.remove()
  }
}

async function findingsAt(place: NetConnectOpts, startOutput: string): Promise<MongoFinding> {
  const [, version = null, warning] = /^ {2}MongoDB +([\d.]+)(.*)$/m.exec(startOutput) ?? []
  return {
    version,
    isBelow: warning !== undefined && warning.startsWith(', below '),
    takesCompressed: await takesCompressedMessages(place),
    leakedBytes: await leakedBytes(place, leakTries),
  }
}

async function billOfMaterials(folder: string) {
  const file = join(folder, 'sbom.cdx.json')
  await promisify(execFile)(process.execPath, [join(root, 'scripts/sbom.mjs'), file], { cwd: root })
  return billSchema.parse(JSON.parse(await readFile(file, 'utf8'))).components
}

/** As `name@version`, after the names that pnpm gives its folders: `@scope+name@1.0.0_peer@2.0.0`. */
async function installedPackages(): Promise<string[]> {
  const folders = await readdir(join(root, 'node_modules/.pnpm'))
  return folders.flatMap((folder) => {
    const [, name = '', version = ''] = /^(@?[^@]+)@([^_(]+)/.exec(folder) ?? []
    return name === '' ? [] : [`${name.replace('+', '/')}@${version}`]
  })
}

/** The first version of everything, and one package without its checksum. */
function asItWas(lockfile: string): string {
  return lockfile
    .replace(/^( {2}'?(?:@[^/\s]+\/)?[^@\s]+@)[^':\s]+('?:\n {4}resolution:)/gm, '$10.0.1$2')
    .replace(/resolution: \{integrity: [^}]*\}/, 'resolution: {}')
}
