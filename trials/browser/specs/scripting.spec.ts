import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { APIRequestContext } from '@playwright/test'
import { givenProject, givenVerdict, readProject, type Account } from '../support/api-client'
import { expect, test } from '../support/test'

test.use({ hasNewAccount: true })

const document = fileURLToPath(new URL('../../../docs/scripting.md', import.meta.url))
const takeScreenshot = fileURLToPath(new URL('../support/take-screenshot.mjs', import.meta.url))

interface Ran {
  code: number
  output: string
}

/** The script in docs/scripting.md. */
async function documentedScript(): Promise<string> {
  const [, script] =
    /```sh\n(#!\/bin\/sh\n[^]*?PINMARK_TOKEN[^]*?)```/.exec(await readFile(document, 'utf8')) ?? []
  if (script === undefined) throw new Error('docs/scripting.md holds no script.')
  return script
}

function run(folder: string, environment: Record<string, string>): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      'sh',
      ['design-check.sh'],
      { cwd: folder, env: { ...process.env, ...environment } },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    )
  })
}

async function makeToken(
  request: APIRequestContext,
  { token, password }: Account,
  scope: string,
): Promise<string> {
  const answer = await request.post('/users/me/tokens', {
    headers: { Authorization: `Bearer ${token}` },
    data: { name: 'Build', scope, password },
  })
  expect(answer.status()).toBe(201)
  const made: { token: string } = await answer.json()
  return made.token
}

test('the documented check uploads a page, and fails while a reviewer asks for changes', async ({
  request,
  account,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const { _id } = await givenProject(request, account)
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-script-'))
  const page = join(folder, 'page.html')
  const render = (words: string) =>
    writeFile(page, `<!doctype html><title>Page</title><h1>${words}</h1>`, 'utf8')
  await writeFile(join(folder, 'design-check.sh'), await documentedScript())
  await writeFile(join(folder, 'chromium'), `#!/bin/sh\nexec node '${takeScreenshot}' "$@"\n`, {
    mode: 0o755,
  })
  const environment = {
    CHROMIUM: join(folder, 'chromium'),
    PINMARK: baseURL ?? '',
    PINMARK_TOKEN: await makeToken(request, account, 'manage'),
    PROJECT: _id,
    PAGE: `file://${page}`,
  }
  const check = () => run(folder, environment)

  await render('First')
  expect(await check()).toMatchObject({ code: 0, output: expect.stringContaining('Version 2 is at') })
  expect(await check()).toMatchObject({ code: 0, output: expect.stringContaining('Version 2 is at') })
  await givenVerdict(request, _id, { verdict: 'changes', note: 'Calmer, please.' })
  const refused = await check()
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('Needs changes, says Tom Keller. Calmer, please.')

  await render('Second')
  expect(await check()).toMatchObject({ code: 0, output: expect.stringContaining('Version 3 is at') })
  const project = await readProject(request, account, _id)
  expect(project.designs[0]?.versions).toHaveLength(3)

  const reader = await run(folder, {
    ...environment,
    PINMARK_TOKEN: await makeToken(request, account, 'read'),
  })
  expect(reader.code).toBe(1)
  expect(reader.output).toContain('It needs the scope manage.')
  const unrendered = await run(folder, { ...environment, PAGE: 'file:///no-such-page' })
  expect(unrendered.code).toBe(1)
  expect(unrendered.output).toContain('ERR_FILE_NOT_FOUND')
  await rm(folder, { recursive: true })
})
