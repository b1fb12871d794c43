import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { builtWorkersVariable, workerFile } from './worker-file'

// The other tests run built workers, while `npm run dev` runs these.
beforeEach(() => void delete process.env[builtWorkersVariable])
afterEach(() => void (process.env[builtWorkersVariable] = inject('programs')))

test('a thread runs its source', async () => {
  const { path, execArgv } = workerFile('images/renditions/pdf')
  const workerData = { bytes: Buffer.from('no PDF'), task: { kind: 'list', hasPictures: false } }
  const thread = new Worker(path, { execArgv, workerData })

  const [answer] = await once(thread, 'message')

  expect(path).toMatch(/\.ts$/)
  expect(answer).toMatchObject({ refused: 'pdf_not_readable' })
  await thread.terminate()
})

test('a process runs its source', async () => {
  const { path, execArgv } = workerFile('images/renditions/render')
  const child = fork(path, [], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe', 'pipe'] })

  const [answer] = await once(child, 'message')

  expect(path).toMatch(/\.ts$/)
  expect(answer).toBe('ready')
  child.kill()
})
