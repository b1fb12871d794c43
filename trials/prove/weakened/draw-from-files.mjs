// Loaded before the server, with a folder in its query: the image worker draws an SVG from a file in that folder, as
// programs do that store an upload before they look at it. The drawing may then read what lies beside it.
import childProcess from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const worker = 'render.worker.js'
const folder = new URL(import.meta.url).searchParams.get('folder')

if (isMainThread && process.argv[1]?.endsWith(worker)) {
  // The program imports the module of this package, which has another one for `require`.
  const file = createRequire(process.argv[1])
    .resolve('sharp')
    .replace(/\.cjs$/, '.mjs')
  const { default: sharp } = await import(pathToFileURL(file).href)
  sharp.block = () => undefined
  const describe = sharp.prototype._createInputDescriptor
  let count = 0
  sharp.prototype._createInputDescriptor = function (input, ...rest) {
    if (!(input instanceof Uint8Array) || !Buffer.from(input.subarray(0, 400)).includes('<svg'))
      return describe.call(this, input, ...rest)
    const path = join(folder, `upload-${process.pid}-${(count += 1)}.svg`)
    writeFileSync(path, input)
    return describe.call(this, path, ...rest)
  }
} else if (isMainThread) {
  const fork = childProcess.fork
  childProcess.fork = (file, args, options) =>
    fork(file, args, { ...options, execArgv: [...options.execArgv, '--import', import.meta.url] })
  syncBuiltinESMExports()
}
