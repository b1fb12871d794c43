// Loaded before the server: limits it to a hundred connections, like a server with one thread per connection.
import { Server } from 'node:http'

Object.defineProperty(Server.prototype, 'maxConnections', { value: 100, writable: true })
