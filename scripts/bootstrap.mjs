// Runs before every command, when nothing may be installed yet, so it imports only Node's own modules before the
// installation. With `--server` it installs only what is needed to build and run a server: no browser, and no tools for
// tests and checks. Then it compiles the words.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { readIfThere, withLock } from './lib/lock.mjs'
import { root } from './lib/root.mjs'

const { packageManager, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Names what is installed: the digest of the lockfile, the system that the packages are for, and `server` if only its
 *  packages are there. */
const stamp = join(root, 'node_modules/.pinmark-installed')
const system = [process.platform, process.arch, process.versions.modules].join('-')
const packagesOfServer = [
  '--prod',
  ...['--filter', 'pinmark', '--filter-prod', '@pinmark/api...', '--filter-prod', '@pinmark/web...'],
]
const before = readIfThere(stamp) ?? ''
/** A developer's installation keeps its tools when they start a server. */
const isServerOnly = process.argv.includes('--server') && (before === '' || before.endsWith(' server'))

if (process.platform === 'win32') {
  stop('On Windows, Pinmark runs in WSL: install it with "wsl --install", and run this command there.')
}
checkNode(engines.node)
if (!isInstalled()) {
  const tellWaiting = (lock) =>
    console.log(`Waiting for another start that is installing (its lock is ${lock}) ...`)
  await withLock('.pinmark-install.lock', tellWaiting, () => isInstalled() || install())
}
const { compileWords } = await import('./lib/words.mjs')
await compileWords()

function checkNode(range) {
  const [wantedMajor, wantedMinor] = range.replace('>=', '').split('.').map(Number)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  stop(
    `Pinmark needs Node.js ${wantedMajor}.${wantedMinor} or newer, and this is ${process.versions.node}. Install a newer one from nodejs.org.`,
  )
}

function isInstalled() {
  const installed = readIfThere(stamp)
  return installed === wantedStamp() || (isServerOnly && installed === wantedStamp({ isWhole: true }))
}

function wantedStamp({ isWhole = !isServerOnly } = {}) {
  const digest = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex')
  return `${digest} ${system}${isWhole ? '' : ' server'}`
}

function install() {
  console.log(`Installing the packages of Pinmark with ${packageManager} (once, about half a minute) ...`)
  // An interrupted installation leaves no stamp, not even the one of an earlier version.
  rmSync(stamp, { force: true })
  // pnpm keeps packages that were chosen for another system.
  if (before.includes(' ') && before.split(' ')[1] !== system) {
    rmSync(join(root, 'node_modules'), { recursive: true, force: true })
  }
  const result = spawnSync(
    'npx',
    [
      ...['-y', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'],
      ...(isServerOnly ? packagesOfServer : []),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      // pnpm must not ask questions, and must not skip the development dependencies that the build needs.
      env: { ...process.env, HOME: homeForCaches(), CI: 'true', NODE_ENV: 'development' },
    },
  )
  if (result.error) stop(`npx, a part of Node.js, could not be started: ${result.error.message}`)
  if (result.status !== 0) {
    stop(
      'The installation failed; the lines above say why. Is the npm registry reachable? Then run the command again.',
    )
  }
  writeFileSync(stamp, wantedStamp())
}

/** npm and pnpm keep their caches in the home of the user. A user of a service may have none. */
function homeForCaches() {
  try {
    const home = homedir()
    accessSync(home, constants.W_OK)
    return home
  } catch {
    const home = join(root, '.cache/home')
    mkdirSync(home, { recursive: true })
    return home
  }
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
