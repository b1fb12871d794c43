// Loaded before the server: an answer is written whether or not its reader takes any of it, and nobody counts what waits.
import { ServerResponse } from 'node:http'

// It is called with the answer it belongs to.
// oxlint-disable-next-line typescript/unbound-method
const { write } = ServerResponse.prototype
ServerResponse.prototype.write = function (...args) {
  write.apply(this, args)
  return true
}
Object.defineProperty(ServerResponse.prototype, 'writableLength', { get: () => 0 })
