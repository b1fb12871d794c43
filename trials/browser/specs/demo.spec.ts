import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { freePort } from '@pinmark/testbed/free-port'
import { expect, test } from '@playwright/test'

const demo = fileURLToPath(new URL('../../../scripts/demo.mjs', import.meta.url))

test('the demo writes nothing into another Pinmark on its port, and says that the port is in use', async () => {
  const requests: string[] = []
  const other = createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`)
    res.end('{"status":"ready"}')
  })
  const port = await freePort()
  other.listen(port)
  await once(other, 'listening')

  const running = spawn(process.execPath, [demo], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const pipe of [running.stdout, running.stderr]) pipe.on('data', (text) => (output += String(text)))
  const [code] = await once(running, 'close')
  other.close()

  expect(code).toBe(1)
  expect(output).toContain(`Port ${port} is already in use.`)
  expect(requests).toEqual([])
})
