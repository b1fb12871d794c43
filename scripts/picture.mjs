// Draws the pictures of the README from the running product.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './lib/build.mjs'
import { root } from './lib/root.mjs'
import { bin, followUntilExit } from './lib/run.mjs'

await build()
const drawing = spawn(bin('playwright', 'trials/browser'), ['test', '--config', 'picture.config.ts'], {
  cwd: join(root, 'trials/browser'),
  stdio: 'inherit',
})
await followUntilExit(drawing)
