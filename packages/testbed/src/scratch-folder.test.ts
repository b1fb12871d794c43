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
  await once(writer.stdout, 'data')

  scratchFolder()
  expect(existsSync(folder)).toBe(true)

  writer.kill('SIGKILL')
  await once(writer, 'exit')
  scratchFolder()
  expect(existsSync(folder)).toBe(false)
})
