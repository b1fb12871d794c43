import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, listenOnFreePort } from '@pinmark/testbed/free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProgram } from '../../../test/own-process'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pinmark-doctor-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function examine(env: Record<string, string> = {}) {
  const port = String(await freePort())
  const program = startProgram('doctor', { PORT: port, HOST: '127.0.0.1', DATA_DIR: dataDir, ...env })
  return { code: await program.ended(), output: program.output }
}

test('finds nothing to repair on a machine that Pinmark runs on', async () => {
  const { code, output } = await examine()
  expect(output).toMatch(/^ok +MongoDB .*version \d+\.\d+$/m)
  expect(output).toMatch(/Nothing to repair\.\n$/)
  expect(code).toBe(0)
})

test('names each fault with what to do', async () => {
  const other = createServer((_req, res) => res.end('hello'))
  const port = String(await listenOnFreePort(other))
  const nobody = `http://127.0.0.1:${await freePort()}`
  try {
    const { code, output } = await examine({
      PORT: port,
      MIN_FREE_DISK_MB: '900000000',
      PUBLIC_URL: nobody,
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      MAIL_FROM: 'Pinmark <pins@studio.test>',
      ...{ OIDC_ISSUER: nobody, OIDC_CLIENT_ID: 'pinmark', OIDC_CLIENT_SECRET: 'given by nobody' },
    })
    expect(output).toMatch(/^FAULT {2}Disk .*Free some space\.$/m)
    expect(output).toMatch(/^FAULT {2}Port .*is already in use\. Stop the program/m)
    expect(output).toMatch(/^FAULT {2}PUBLIC_URL .*does not answer from here\./m)
    expect(output).toMatch(/^FAULT {2}Sign-on .*ECONNREFUSED.*Check OIDC_ISSUER/m)
    expect(output).toMatch(/^FAULT {2}Mail +No mail can be sent: .*Check SMTP_URL\.$/m)
    expect(output).toMatch(/To repair: 5\.\n$/)
    expect(code).toBe(1)
    const elsewhere = await examine({ PUBLIC_URL: `http://127.0.0.1:${port}` })
    expect(elsewhere.output).toMatch(/^FAULT {2}PUBLIC_URL .*not with Pinmark\./m)
  } finally {
    other.close()
  }
})
