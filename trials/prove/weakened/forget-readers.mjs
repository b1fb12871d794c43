// Loaded before the server: answers are written regardless of their readers, and unread bytes are not
// counted.
import { ServerResponse } from 'node:http'

// It is called with the answer it belongs to.
// oxlint-disable-next-line typescript/unbound-method
const { write } = ServerResponse.prototype
ServerResponse.prototype.write = function (...args) {
  write.apply(this, args)
  return true
}
Object.defineProperty(ServerResponse.prototype, 'writableLength', { get: () => 0 })
