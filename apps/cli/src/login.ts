import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { createClient } from '@pinmark/client/client'
import { readMe } from '@pinmark/shared/api/users'
import * as z from 'zod/mini'
import { print, printJson, Refusal } from './output'

/** A server, and a token of an account there. */
export interface Login {
  readonly url: string
  readonly token: string
}

const loginSchema = z.object({ url: z.string(), token: z.string() })

function configFolder(): string {
  return join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'pinmark')
}

const fileName = 'login.json'

/** The login of PINMARK_URL and PINMARK_TOKEN, or else the stored one. A stored token goes to its own server only.
 *  @throws Refusal without one */
export async function readLogin(): Promise<Login> {
  const { PINMARK_URL: address, PINMARK_TOKEN: givenToken } = process.env
  const stored = await readStored()
  const url = address ? originOf(address) : stored?.url
  const token = givenToken || (stored?.url === url ? stored?.token : undefined)
  if (url !== undefined && token !== undefined) return { url, token }
  throw new Refusal('Log in first with "pinmark login ADDRESS", or set PINMARK_URL and PINMARK_TOKEN.')
}

async function readStored(): Promise<Login | undefined> {
  const path = join(configFolder(), fileName)
  let content: string
  try {
    content = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return loginSchema.parse(JSON.parse(content))
  } catch (cause) {
    throw new Refusal(`${path} is not readable. Log in again.`, { cause })
  }
}

/** Stores a login that only its user can read. A crash leaves the former one. */
async function storeLogin(login: Login): Promise<string> {
  const folder = configFolder()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const [path, draft] = [join(folder, fileName), join(folder, `${fileName}.${process.pid}`)]
  await writeFile(draft, `${JSON.stringify(login)}\n`, { mode: 0o600 })
  // A file of that name that was there keeps its mode.
  await chmod(draft, 0o600)
  await rename(draft, path)
  return path
}

/** @throws Refusal */
function originOf(address: string): string {
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return new URL(address).origin
  throw new Refusal(`"${address}" is not an address that begins with https:// or http://.`)
}

export const loginHelp = `pinmark login ADDRESS

Stores the address of a Pinmark server and an API token, for all other commands. It asks for the token, or reads it from
standard input. Create one on the page "Webhooks and API tokens" of your account.

  --json     prints the result as JSON

The file is pinmark/login.json in $XDG_CONFIG_HOME or ~/.config. PINMARK_URL and PINMARK_TOKEN replace it.`

export async function login(args: string[], signal: AbortSignal): Promise<void> {
  const { values, positionals } = parseArgs({
    ...{ args, allowPositionals: true },
    options: { json: { type: 'boolean', default: false } },
  })
  const [address = process.env['PINMARK_URL']] = positionals
  if (!address || positionals.length > 1)
    throw new Refusal('Name the address of one server: pinmark login ADDRESS')
  const url = originOf(address)
  const token = process.env['PINMARK_TOKEN'] || (await askForToken(signal))
  if (token === '') throw new Refusal('There was no token.')
  const { name, email } = await createClient({ url, token, signal }).call(readMe)
  const path = await storeLogin({ url, token })
  if (values.json) printJson({ url, name, email, path })
  else print(`Logged in to ${url} as ${name} (${email}). The token is in ${path}.`)
}

/** Reads a line without showing it. */
async function askForToken(signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim()
  process.stderr.write('API token (it is not shown): ')
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output, terminal: true })
  // The terminal sends no signal while it is read key by key.
  line.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return (await line.question('', { signal })).trim()
  } finally {
    line.close()
    process.stderr.write('\n')
  }
}
