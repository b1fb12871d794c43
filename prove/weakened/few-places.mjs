// Loaded before the server: it has a place for a hundred connections, as one with a thread for each would.
import { Server } from 'node:http'

Object.defineProperty(Server.prototype, 'maxConnections', { value: 100, writable: true })
