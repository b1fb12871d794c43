// Runs before every command, when nothing may be installed yet, so it uses Node's own modules only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { packageManager, engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
/** The digest of the installed lockfile. */
const stamp = `${root}node_modules/.pinmark-installed`

checkNode(engines.node)
if (!isInstalled()) installOnce()

function checkNode(range) {
  const [wantedMajor, wantedMinor] = range.replace('>=', '').split('.').map(Number)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  stop(
    `Pinmark needs Node.js ${wantedMajor}.${wantedMinor} or newer, and this is ${process.versions.node}. Install a newer one from nodejs.org.`,
  )
}

function isInstalled() {
  return readIfThere(stamp) === lockfileDigest()
}

function lockfileDigest() {
  return createHash('sha256')
    .update(readFileSync(`${root}pnpm-lock.yaml`))
    .digest('hex')
}

/** Prevents two concurrent commands from installing at the same time. */
function installOnce() {
  const lock = `${root}.pinmark-install.lock`
  let hasSaidSo = false
  for (;;) {
    const handle = takeLock(lock)
    if (handle !== null) {
      try {
        if (!isInstalled()) install()
      } finally {
        closeSync(handle)
        rmSync(lock, { force: true })
      }
      return
    }
    if (isAbandoned(lock)) rmSync(lock, { force: true })
    else {
      if (!hasSaidSo) console.log(`Waiting for another start that is installing (its lock is ${lock}) ...`)
      hasSaidSo = true
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    }
    if (isInstalled()) return
  }
}

function install() {
  console.log(`Installing the packages of Pinmark with ${packageManager} (once, about half a minute) ...`)
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  const result = spawnSync(
    npx,
    ['-y', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      // pnpm must not ask questions, and must not skip the development dependencies that the build needs.
      env: { ...process.env, CI: 'true', NODE_ENV: 'development' },
    },
  )
  if (result.status !== 0) {
    stop(
      'The installation failed; the lines above say why. Is the npm registry reachable? Then run the command again.',
    )
  }
  writeFileSync(stamp, lockfileDigest())
}

function takeLock(path) {
  try {
    const handle = openSync(path, 'wx')
    writeFileSync(handle, String(process.pid))
    return handle
  } catch (error) {
    if (error.code === 'EEXIST') return null
    throw error
  }
}

/** Whether the lock was left by an interrupted start: its process is gone, or it never wrote its process
 *  id. */
function isAbandoned(lock) {
  const pid = Number(readIfThere(lock))
  if (pid) return !isAlive(pid)
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  return age > 5_000
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
