import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './lib/root.mjs'
import { bin, followToTheEnd } from './lib/run.mjs'

const [, , ...args] = process.argv
const measuring = spawn(
  bin('tsx', 'packages/follow'),
  [join(root, 'packages/follow/truth/main.ts'), ...args],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
await followToTheEnd(measuring)
