import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lastLoggedError } from './log-file'

async function lastErrorOf(lines: object[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-log-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'mongod.log')
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return lastLoggedError(path)
}

test('after a failed assertion the reason is found, not the last words', async () => {
  const found = await lastErrorOf([
    { s: 'I', msg: 'Opening WiredTiger' },
    { s: 'F', msg: 'Fatal assertion', attr: { msgid: 28595, error: 'NoSuchFile: WiredTiger.turtle' } },
    { s: 'F', msg: '\n\n***aborting after fassert() failure\n\n' },
  ])

  expect(found).toBe('Fatal assertion: NoSuchFile: WiredTiger.turtle')
})

test('an error without a reason of its own is reported with its details', async () => {
  const found = await lastErrorOf([{ s: 'F', msg: 'Fatal assertion', attr: { msgid: 40088, line: 1100 } }])

  expect(found).toBe('Fatal assertion: {"msgid":40088,"line":1100}')
})
