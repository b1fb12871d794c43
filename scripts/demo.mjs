import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './lib/build.mjs'
import { seedDemo } from './lib/demo-seed.mjs'
import { loadEnvFile } from './lib/env-file.mjs'
import { root } from './lib/root.mjs'
import { followUntilExit } from './lib/run.mjs'

loadEnvFile()
await build()
const dataDir = join(root, '.data-demo')
const server = spawn(process.execPath, [join(root, 'apps/api/dist/main.js')], {
  cwd: root,
  stdio: ['inherit', 'pipe', 'inherit'],
  env: {
    ...process.env,
    // The server writes to a pipe, where it would log more than in a terminal.
    LOG_LEVEL: process.env.LOG_LEVEL || (process.stdout.isTTY ? 'warn' : 'info'),
    DATA_DIR: dataDir,
    // Database, address and mail server of a real instance must not be used for example data.
    MONGODB_URI: '',
    PUBLIC_URL: '',
    SMTP_URL: '',
    // The example designer has to register, and the example guests have to comment.
    REGISTRATION: '',
    DEFAULT_LINK_PERMISSION: '',
  },
})
const end = followUntilExit(server)
const url = await printedAddress()

if (url) {
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

/** The address that this server prints when it is ready; null if it ends instead. Another Pinmark may use the same port,
 *  so an answer there does not mean that this one is ready. */
function printedAddress() {
  return new Promise((resolve) => {
    let printed = ''
    const find = (text) => {
      printed += text
      const [, address] = /^ {2}Open +(\S+)\n/m.exec(printed) ?? []
      if (!address) return
      server.stdout.off('data', find)
      resolve(address)
    }
    server.stdout
      .setEncoding('utf8')
      .on('data', find)
      .on('close', () => resolve(null))
      .pipe(process.stdout)
  })
}
