import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { mongodFiles } from './kept-files'
import { identifyProcess } from './processes'
import { supervise } from './launch'

const sleepingProgram = ['-e', 'setInterval(() => {}, 60_000)']

async function givenProcess() {
  const child = spawn(process.execPath, sleepingProgram)
  await once(child, 'spawn')
  onTestFinished(() => void child.kill('SIGKILL'))
  const identity = await identifyProcess(child.pid ?? 0)
  if (!identity) throw new Error('The process has ended.')
  return { child, identity }
}

test('an error while the database is watched is reported, and the database is still restarted when it ends', async () => {
  const { child, identity } = await givenProcess()
  const second = (await givenProcess()).identity
  let errors = 1
  const first = {
    pid: identity.pid,
    get began() {
      if (errors-- > 0) throw new Error('EMFILE: too many open files')
      return identity.began
    },
  }
  const lines: string[] = []
  const supervision = supervise({
    first,
    files: mongodFiles('/nowhere'),
    restart: async () => second,
    onProgress: (line) => lines.push(line),
  })
  await expect.poll(() => lines).toHaveLength(1)

  child.kill('SIGKILL')

  await expect.poll(() => lines).toHaveLength(2)
  expect(await supervision.finish()).toBe(second)
  expect(lines).toEqual([
    'The database could not be watched or restarted: EMFILE: too many open files',
    'The database ended unexpectedly and will be restarted.',
  ])
})
