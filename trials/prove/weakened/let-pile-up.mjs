// Loaded before the server: each request looks like the first of its connection, so that none is one too many.
import { Server } from 'node:http'

// It is called with the server it belongs to.
// oxlint-disable-next-line typescript/unbound-method
const { emit } = Server.prototype
Server.prototype.emit = function (event, req, ...rest) {
  if (event === 'request') req.socket = Object.create(req.socket)
  return emit.call(this, event, req, ...rest)
}
