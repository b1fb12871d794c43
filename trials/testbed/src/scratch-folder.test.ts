import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from './scratch-folder'

test('the folder of a killed process is removed when no program writes into it any more', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const folder = join(dirname(scratchFolder()), `pinmark-scratch-${pid}-left`)
  mkdirSync(folder)
  const program = `
    const { writeFileSync } = require('node:fs')
    for (let number = 0; ; number += 1) {
      writeFileSync(\`${folder}/\${number}\`, '')
      if (number === 100) process.stdout.write('writing')
    }`
  const writer = spawn(process.execPath, ['--eval', program])
  onTestFinished(() => void writer.kill('SIGKILL'))
  const exit = once(writer, 'exit')
  await once(writer.stdout, 'data')

  // On a busy machine the writer may pause, and then fails because its folder is gone.
  expect(() => scratchFolder()).not.toThrow()

  writer.kill('SIGKILL')
  await exit
  scratchFolder()
  expect(existsSync(folder)).toBe(false)
})
