import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../test/app-under-test'

const app = sharedTestApp()
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

test('the version of package.json is known to health checks, clients, and readers of the API', async () => {
  for (const path of ['/healthz', '/readyz', '/instance']) {
    expect((await app.api.get(path)).body.version, path).toBe(version)
  }
  expect((await app.api.get('/openapi.json')).body.info.version).toBe(version)
  expect((await app.api.get('/docs')).text).toContain(`<p>Version ${version}</p>`)
})
