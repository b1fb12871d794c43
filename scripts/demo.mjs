import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './lib/build.mjs'
import { seedDemo } from './lib/demo-seed.mjs'
import { loadEnvFile } from './lib/env-file.mjs'
import { root } from './lib/root.mjs'
import { followUntilExit } from './lib/run.mjs'

loadEnvFile()
await build()
const port = process.env.PORT ?? '3000'
const url = `http://localhost:${port}`
const dataDir = join(root, '.data-demo')
const server = spawn(process.execPath, [join(root, 'apps/api/dist/main.js')], {
  cwd: root,
  stdio: 'inherit',
  // The example data must not go into a database of real projects.
  env: { ...process.env, PORT: port, DATA_DIR: dataDir, MONGODB_URI: '' },
})
const end = followUntilExit(server)

if (await becomesReady()) {
  try {
    const { email, password } = await seedDemo(url, dataDir)
    console.log(
      `\nThe example designer:\n  log in at  ${url}/login\n  email      ${email}\n  password   ${password}\n`,
    )
  } catch (error) {
    console.error(`The example data could not be created: ${error.message}`)
    server.kill('SIGTERM')
  }
}
await end

/** False if the server ends instead. */
async function becomesReady() {
  while (server.exitCode === null && server.signalCode === null) {
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false, // does not listen yet
    )
    if (isReady) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}
