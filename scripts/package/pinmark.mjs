#!/usr/bin/env node
// The program of the package: `npx pinmark`. `npm run pack` bundles it, so it imports only what needs no package.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { followUntilExit } from '../lib/run.mjs'
import { serverEnvironment, serverNodeOptions } from '../lib/server-process.mjs'

const { version, engines, homepage } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/** The commands of a server by their name, with the file that each runs. */
const commands = {
  start: 'main',
  backup: 'backup',
  restore: 'restore',
  account: 'account',
  'reset-password': 'reset-password',
  doctor: 'doctor',
  'empty-trash': 'empty-trash',
}

const help = `Pinmark ${version}: visual feedback for web designs

Usage: npx pinmark [command]

  start                starts Pinmark (the default); the data is in .data of the current folder
  backup FILE          writes all lasting data to one file; Pinmark may be running
  restore FILE         restores a backup into an empty, stopped instance
  account              lists, invites and deletes accounts, sets passwords, hands projects over
  reset-password       sets a new password for an account, also after the pepper was lost
  doctor               checks this machine and the settings, and says what to do
  empty-trash          permanently removes everything in the trash
  --help, --version    print this text, or the version

Settings of the server are environment variables, or lines of a file .env in the current folder.
${homepage}
`

const [, , command = 'start', ...args] = process.argv

if (['--help', '-h', 'help'].includes(command)) {
  console.log(help)
  await runCommandLine()
} else if (['--version', '-v'].includes(command)) console.log(version)
else if (Object.hasOwn(commands, command)) await run(commands[command])
else await runCommandLine()

/** Runs the command line, which reads the arguments of this process and knows the other commands. */
async function runCommandLine() {
  checkSystem()
  await import(new URL('../apps/cli/dist/main.js', import.meta.url))
}

async function run(program) {
  checkSystem()
  const file = fileURLToPath(new URL(`../apps/api/dist/${program}.js`, import.meta.url))
  if (!existsSync(file)) stop(`The package is incomplete: ${file} is missing. Install it again.`)
  const isServer = program === 'main'
  if (isServer && args.length > 0) {
    stop('"pinmark start" takes no arguments. Settings are environment variables; see "pinmark --help".')
  }
  const child = spawn(process.execPath, [...(isServer ? serverNodeOptions : []), file, ...args], {
    stdio: 'inherit',
    env: { ...(isServer && serverEnvironment), ...process.env, PINMARK_RUN_BY: 'npx' },
  })
  await followUntilExit(child)
}

function checkSystem() {
  if (process.platform === 'win32') {
    stop('On Windows, Pinmark runs in WSL: install it with "wsl --install", and run this command there.')
  }
  const [wantedMajor, wantedMinor] = engines.node.replace('>=', '').split('.').map(Number)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  stop(
    `Pinmark needs Node.js ${wantedMajor}.${wantedMinor} or newer, and this is ${process.versions.node}. Install a newer one from nodejs.org.`,
  )
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
