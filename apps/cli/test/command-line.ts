import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Project, ProjectSummary } from '@pinmark/shared/entities/project'
import type { NewApiToken } from '@pinmark/shared/entities/api-token'
import { guestSecretHeader } from '@pinmark/shared/paths'
import { givenOwner, givenProject, mustCall, readProject, type Owner } from '@pinmark/testbed/client'
import { endWithThisProcess } from '@pinmark/testbed/end-with-process'
import { drawDesign } from '@pinmark/testbed/test-image'
import { inject, onTestFinished } from 'vitest'

/** The built program. */
export const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))

export interface Ran {
  /** Null after a signal. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A started command. */
export interface Running {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<Ran>
}

interface Settings {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** What it reads from standard input. */
  readonly input?: string
}

/** Starts a program. Its environment has no settings of the person who runs the tests. */
export function start(file: string, args: readonly string[], settings: Settings = {}): Running {
  const { PATH = '', HOME = '', LD_LIBRARY_PATH = '', CHROME_PATH = '', FONTCONFIG_PATH = '' } = process.env
  const inherited = { PATH, HOME, LD_LIBRARY_PATH, CHROME_PATH, FONTCONFIG_PATH }
  const child = spawn(file, args, {
    ...(settings.cwd !== undefined && { cwd: settings.cwd }),
    env: { ...inherited, ...settings.env },
    stdio: 'pipe',
  })
  endWithThisProcess(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text) => (stdout += String(text)))
  child.stderr.on('data', (text) => (stderr += String(text)))
  child.stdin.end(settings.input)
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { child, ended, output: () => stdout + stderr }
}

/** The designer of the tests of this file, because registering is slow on purpose. */
let designer: Promise<Owner> | undefined
const designersTokens = new Map<string, Promise<string>>()

function tokenFor(url: string, { token, password }: Owner, scope: string): Promise<string> {
  const made = designersTokens.get(scope)
  if (made) return made
  const making = mustCall<NewApiToken>(201, `${url}/users/me/tokens`, {
    ...{ method: 'POST', token },
    body: { name: 'Build', scope, password },
  }).then((created) => created.token)
  designersTokens.set(scope, making)
  return making
}

/** A designer with a project, a folder with files, and the command line that is logged in. */
export interface Studio {
  readonly owner: Owner
  readonly token: string
  readonly project: ProjectSummary
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Runs `pinmark` in the folder. */
  readonly pinmark: (args: readonly string[], settings?: Settings) => Promise<Ran>
  readonly started: (args: readonly string[], settings?: Settings) => Running
  /** Draws a picture whose mark is at this place, and stores it in the folder. */
  readonly draw: (name: string, at: number) => Promise<void>
  readonly read: () => Promise<Project>
}

/** Each has a project of its own.
 *  @param via another address of the server, such as that of a proxy */
export async function givenStudio({
  via,
  scope = 'manage',
}: { via?: string; scope?: string } = {}): Promise<Studio> {
  const url = inject('url')
  const owner = await (designer ??= givenOwner(url))
  const token = await tokenFor(url, owner, scope)
  const project = await givenProject(url, owner, { name: 'Landing page' })
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { PINMARK_URL: via ?? url, PINMARK_TOKEN: token, PINMARK_PROJECT: project._id }
  const started = (args: readonly string[], settings: Settings = {}) =>
    start(process.execPath, [program, ...args], {
      cwd: folder,
      ...settings,
      env: { ...env, ...settings.env },
    })
  return {
    ...{ owner, token, project, folder, env, started },
    pinmark: (args, settings) => started(args, settings).ended,
    draw: async (name, at) => writeFile(join(folder, name), await picture(at)),
    read: () => readProject(url, project._id, owner.token),
  }
}

/** A picture of 400 x 400 px whose mark is at this place. */
export async function picture(at: number): Promise<Buffer> {
  return (await drawDesign({ width: 400, height: 400, marker: { x: at, y: at } })).buffer
}

/** A guest's verdict on the present round, each time of another guest. */
export async function givenVerdict(
  { project }: Studio,
  verdict: 'good' | 'changes',
  note = '',
): Promise<void> {
  await mustCall(200, `${inject('url')}/projects/${project._id}/round/verdict`, {
    ...{ method: 'PUT', body: { verdict, note, name: 'Tom Keller' } },
    headers: { [guestSecretHeader]: randomBytes(16).toString('base64url') },
  })
}

/** What a project consists of, without ids and dates. */
export async function stateOf({ read }: Studio) {
  const { designs, round, comments } = await read()
  return {
    designs: designs.map(
      ({ title, versions }) => `${title}: ${versions.map((one) => one.number).join(', ')}`,
    ),
    round: round.number,
    comments: comments.map(({ text, resolved, replies }) => [
      text,
      resolved !== null,
      ...replies.map((one) => one.text),
    ]),
  }
}
