import { spawn } from 'node:child_process'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NewApiToken } from '@pinmark/shared/entities/api-token'
import { givenOwner, givenProject, mustCall, readProject, type Owner } from '@pinmark/testbed/client'
import { endWithThisProcess } from '@pinmark/testbed/end-with-process'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import type { Scope } from '@pinmark/testbed/scope'
import type { Site } from './sites'

const program = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url))

/** A designer with one site on their machine and its project on Pinmark. */
export interface Studio {
  readonly site: Site
  readonly owner: Owner
  /** The server of Pinmark. */
  readonly url: string
  readonly token: string
  readonly project: { readonly id: string; readonly link: string }
  /** The address of the site while it is worked on. */
  readonly address: string
  readonly readSource: () => Promise<string>
  readonly writeSource: (html: string) => Promise<void>
  /** Runs the command line with `--json`. @returns its answer */
  readonly pinmark: (...args: string[]) => Promise<unknown>
  /** Sends the site as its newest version, as the command says. */
  readonly push: () => Promise<unknown>
}

/** Copies a site to the folder of the scope, and pushes it to a new project.
 *  @param url a running server */
export async function givenStudio({ folder, afterwards }: Scope, url: string, site: Site): Promise<Studio> {
  const file = join(folder, `${site.id}.html`)
  await copyFile(new URL(`sites/${site.id}.html`, import.meta.url), file)
  const server = createServer((_req, res) => {
    void readFile(file).then((html) => res.setHeader('Content-Type', 'text/html; charset=utf-8').end(html))
  })
  const address = `http://127.0.0.1:${await listenOnFreePort(server)}/${site.id}.html`
  afterwards(() => {
    server.closeAllConnections()
    server.close()
  })
  const owner = await givenOwner(url)
  const { _id: id, link } = await givenProject(url, owner, { name: site.id })
  const { token } = await mustCall<NewApiToken>(201, `${url}/users/me/tokens`, {
    ...{ method: 'POST', token: owner.token },
    body: { name: 'Site agent', scope: 'manage', password: owner.password, projects: [id] },
  })
  const env = { PINMARK_URL: url, PINMARK_TOKEN: token, PINMARK_PROJECT: id }
  const pinmark = (...args: string[]) => run([...args, '--json'], env)
  const push = () => pinmark('push', address, '--widths', String(site.widthPx))
  await push()
  return {
    ...{ site, owner, url, token, address, pinmark, push },
    project: { id, link: link.id },
    readSource: () => readFile(file, 'utf8'),
    writeSource: (html) => writeFile(file, html),
  }
}

/** Runs the built program. @throws with its words unless it succeeds */
async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<unknown> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: 'pipe',
  })
  endWithThisProcess(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text) => (stdout += String(text)))
  child.stderr.on('data', (text) => (stderr += String(text)))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`pinmark ${args[0]} ended with ${String(code)}: ${stderr}`)
  return JSON.parse(stdout)
}

/** The project as its owner reads it. */
export function readStudio({ url, project, owner }: Studio) {
  return readProject(url, project.id, owner.token)
}
