import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findBrowser } from '@pinmark/testbed/browser'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  givenStudio,
  givenVerdict,
  program,
  start,
  stateOf,
  type Ran,
  type Studio,
} from '../test/command-line'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The shell programs of docs/scripting.md, in their order. */
async function documentedScripts(): Promise<string[]> {
  const text = await readFile(join(root, 'docs/scripting.md'), 'utf8')
  return [...text.matchAll(/```sh\n(#!\/bin\/sh\n[^]*?)```/g)].map(([, script = '']) => script)
}

/** A folder with a page, in which `npx --yes pinmark` runs the built program. */
async function givenBuild(): Promise<{ studio: Studio; page: string; env: Record<string, string> }> {
  const studio = await givenStudio()
  const npx = `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${program}' "$@"\n`
  await writeFile(join(studio.folder, 'npx'), npx, { mode: 0o755 })
  const path = join(studio.folder, 'landing.html')
  await writeFile(path, '<!doctype html><title>Page</title><h1>First</h1>')
  const env = {
    ...studio.env,
    PATH: `${studio.folder}${delimiter}${process.env['PATH']}`,
    CHROME_PATH: await findBrowser(),
    GITHUB_SHA: 'abc1234',
  }
  return { studio, page: pathToFileURL(path).href, env }
}

test('the documented check sends a page, and fails while a reviewer asks for changes', async () => {
  const { studio, page, env } = await givenBuild()
  const [script = ''] = await documentedScripts()
  const check = () => start('sh', ['-c', script], { cwd: studio.folder, env: { ...env, PAGE: page } }).ended

  expect(await check()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('version added, Landing page, version 2'),
  })
  expect(await check()).toMatchObject({ code: 0, stdout: expect.stringContaining('unchanged') })
  await givenVerdict(studio, 'changes', 'Calmer, please.')
  expect(await check()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Needs changes, says Tom Keller. Calmer, please.'),
  })
  await writeFile(join(studio.folder, 'landing.html'), '<!doctype html><title>Page</title><h1>Second</h1>')
  expect(await check()).toMatchObject({ code: 0, stdout: expect.stringContaining('version 3') })
  expect((await studio.read()).designs[0]?.versions.at(-1)?.note).toBe('Build abc1234')

  const missing = await start('sh', ['-c', script], {
    cwd: studio.folder,
    env: { ...env, PAGE: 'file:///no-such-page' },
  }).ended
  expect(missing).toMatchObject({ code: 3, stderr: expect.stringContaining('ERR_FILE_NOT_FOUND') })
})

test('the documented nightly script adds a version only for another picture', async () => {
  const { studio, page, env } = await givenBuild()
  const [, script = ''] = await documentedScripts()
  const run = () => start('sh', ['-c', script], { cwd: studio.folder, env: { ...env, PAGE: page } }).ended

  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining('version 2') })
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining('unchanged') })
  expect((await stateOf(studio)).designs).toEqual(['Landing page: 1, 2', 'Landing page 390: 1'])
})

interface Action {
  inputs: Record<string, { default?: string }>
  runs: { steps: { env: Record<string, string>; run: string }[] }
}

test('the steps of the GitHub Action send the pages, and fail while a reviewer asks for changes', async () => {
  const { studio, page, env } = await givenBuild()
  await studio.draw('--odd name.png', 100)
  const action: Action = parse(await readFile(join(root, '.github/actions/pinmark-check/action.yml'), 'utf8'))
  const { PINMARK_URL: url, PINMARK_TOKEN: token, PINMARK_PROJECT: project, ...others } = env
  /** Runs the steps as GitHub does, and stops at the first that fails. */
  const run = async (more: Record<string, string> = {}): Promise<Ran> => {
    const given: Record<string, string | undefined> = {
      url,
      token,
      project,
      pictures: `${page}\n--odd name.png\n`,
      ...more,
    }
    const valueOf = (name: string) => given[name] ?? action.inputs[name]?.default ?? ''
    let last: Ran = { code: null, stdout: '', stderr: '' }
    for (const step of action.runs.steps) {
      const filled = Object.entries(step.env).map(([name, text]) => {
        return [name, text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => valueOf(input))]
      })
      const settings = { cwd: studio.folder, env: { ...others, ...Object.fromEntries(filled) } }
      last = await start('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], settings).ended
      if (last.code !== 0) break
    }
    return last
  }

  expect(await run()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Round 2 has no verdict yet.'),
  })
  expect((await stateOf(studio)).designs).toEqual(['Landing page: 1, 2', '--odd name: 1'])
  expect((await run({ 'fail-unreviewed': 'true' })).code).toBe(2)
  await givenVerdict(studio, 'good')
  expect((await run({ 'fail-unreviewed': 'true' })).code).toBe(0)
  await givenVerdict(studio, 'changes')
  expect((await run()).code).toBe(1)
  expect((await run({ token: 'pinmark_wrong' })).code).toBe(3)
})
