import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { design } from '../../test/given-project'

const testDir = new URL('../../test/', import.meta.url).pathname
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

const app = sharedTestApp()
let dir: string

beforeAll(async () => {
  // Inside the package, so that its libraries are found.
  dir = await mkdtemp(join(testDir, '.client-'))
  const { text } = await app.api.get('/openapi.json')
  await writeFile(join(dir, 'api-types.ts'), astToString(await openapiTypes(text)))
  await copyFile(join(testDir, 'documented-client.txt'), join(dir, 'client.ts'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function compile(file: string): Promise<string> {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig']
  const platform = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022']
  const compiled = promisify(execFile)(process.execPath, [tsc, ...options, ...platform, file])
  return compiled.then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
}

test('a client generated from the document compiles, and works against the server', async () => {
  expect(await compile(join(dir, 'client.ts'))).toBe('')

  const { walk } = await import(join(dir, 'client.ts'))

  expect(await walk(app.url, design.dataUrl)).toMatchObject({
    statuses: {
      registered: 201,
      login: 200,
      created: 201,
      shared: 200,
      added: 201,
      replied: 201,
      resolved: 200,
      opened: 200,
      removed: 200,
      deleted: 200,
      gone: 404,
    },
    comment: { commenter: 'Ana Ruiz', x: 12, y: 8, mine: true, resolved: { by: 'Ines Falk' } },
    reply: { text: 'Yes.', byOwner: true },
    refusal: 'project_not_found',
  })
}, 120_000)
