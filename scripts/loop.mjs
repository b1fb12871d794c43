import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './lib/build.mjs'
import { root } from './lib/root.mjs'
import { bin, followUntilExit } from './lib/run.mjs'

await build()
const [, , ...args] = process.argv
const loop = spawn(bin('tsx', 'trials/loop'), [join(root, 'trials/loop/src/main.ts'), ...args], {
  cwd: root,
  stdio: 'inherit',
})
await followUntilExit(loop)
