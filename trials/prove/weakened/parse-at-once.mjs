// Loaded before the server: every body is kept whole, then parsed and walked at once, as body parsers usually do.
import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const chunks = new WeakMap()
  IncomingMessage.prototype.push = function (chunk, ...rest) {
    const known = chunks.get(this) ?? []
    if (chunk === null) walk(Buffer.concat(known))
    else chunks.set(this, [...known, chunk])
    return Readable.prototype.push.call(this, chunk, ...rest)
  }
}

function walk(bytes) {
  try {
    walkValue(JSON.parse(bytes.toString()))
  } catch {
    // No JSON, or too deep: nothing to walk.
  }
}

function walkValue(value) {
  if (typeof value !== 'object' || value === null) return
  for (const [, inner] of Object.entries(value)) walkValue(inner)
}
