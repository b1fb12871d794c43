import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './lib/root.mjs'
import { bin, followUntilExit } from './lib/run.mjs'

// follow.mjs [main | differences-main] [options]: measures followed places, or differences between designs and builds.

const [, , program, ...args] = process.argv
const measuring = spawn(
  bin('tsx', 'packages/follow'),
  [join(root, `packages/follow/truth/${program}.ts`), ...args],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
await followUntilExit(measuring)
